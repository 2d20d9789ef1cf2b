// A feed's file is closed however its reading ends. Open files are counted in /proc, so this runs on Linux only.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { zip } from '../../../test/support/zip.ts';
import { readFeed } from './read-feed.ts';

/** Open descriptors of this process on a file. */
function openOn(path: string): number {
  const descriptors = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [];
  const targets = descriptors.map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target === path).length;
}

test('the file is closed when the reader stops early or refuses it', { timeout: 30_000 }, async (t) => {
  const folder = realpathSync(temporaryFolder());
  t.after(() => rmSync(folder, { recursive: true }));
  const path = `${folder}/feed.csv`;
  const noise = randomBytes(500_000).toString('hex');
  const row = `1,Pot,https://shop.example/1,9.99 USD,${noise}\n`;
  const long = `id,title,link,price,image_link\n${row.repeat(3)}`;
  const encrypted = zip({ 'a.csv': long });
  encrypted[encrypted.lastIndexOf('PK\x01\x02') + 8] = 1;
  const contents: [string | Uint8Array, RegExp?][] = [
    [long],
    [gzipSync(long)],
    [gzipSync(gzipSync(long))],
    [zip({ 'a.csv': long })],
    [`id,nothing\n${noise}`, /not recognised/],
    [gzipSync(`id,nothing\n${noise}`), /not recognised/],
    [gzipSync(long).fill(0xff, 10), /invalid/],
    [encrypted, /encrypted/],
  ];
  for (const [content, refusal] of contents) {
    writeFileSync(path, content);
    for (let i = 0; i < 5; i++) {
      const opened = readFeed({ path, now_ms: 0 });
      if (refusal) await assert.rejects(opened, refusal);
      else for await (const _ of (await opened).rows) break;
    }
    while (openOn(path) > 0) await sleep(10, undefined, { signal: t.signal });
  }
});
