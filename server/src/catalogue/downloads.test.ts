// Download files: each process has its own, and those of dead processes are removed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { newDownload, removeAbandoned } from './downloads.ts';
import { hasExited, thisRunner } from './runner.ts';

const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true }));
const isLinux = process.platform === 'linux';

/** Runner identities with another process id, and with another start time. */
const [machine, start] = [thisRunner().split(' ').slice(0, -2).join(' '), thisRunner().split(' ').at(-1)];
const ended = `${machine} ${spawnSync('true').pid} 1`;
const namesake = `${machine} ${process.pid} ${start}1`;
const elsewhere = `another-machine ${spawnSync('true').pid} 1`;

test('a process is gone if it has ended or its id belongs to another process', () => {
  const runners = [thisRunner(), ended, namesake, elsewhere, ''];
  assert.deepEqual(runners.map(hasExited), [false, isLinux, isLinux, false, false]);
});

test('downloads of dead processes, and those that have not grown for ten minutes, are removed', async () => {
  const downloads = join(folder, 'downloads');
  const path = await newDownload(downloads);
  assert.notEqual(path, await newDownload(downloads));
  const write = (name: string, age_minutes = 0) => {
    writeFileSync(join(downloads, name), '');
    const at_s = Date.now() / 1000 - age_minutes * 60;
    utimesSync(join(downloads, name), at_s, at_s);
  };
  write(basename(path));
  write(`${ended}-1.part`);
  write(`${elsewhere}-1.part`, 9);
  write(`${elsewhere}-2.part`, 11);
  write(`${ended}-1.csv`, 11);
  await removeAbandoned(downloads);
  const left = [basename(path), `${elsewhere}-1.part`, `${ended}-1.csv`, ...(isLinux ? [] : [`${ended}-1.part`])];
  assert.deepEqual(readdirSync(downloads).sort(), left.sort());
  await removeAbandoned(join(folder, 'none'));
});

test('a new download creates its folder and removes abandoned files', async () => {
  const downloads = join(folder, 'more');
  mkdirSync(downloads);
  writeFileSync(join(downloads, `${ended}-7.part`), '');
  await newDownload(downloads);
  assert.deepEqual(readdirSync(downloads), isLinux ? [] : [`${ended}-7.part`]);
  writeFileSync(join(folder, 'file'), '');
  await assert.rejects(newDownload(join(folder, 'file', 'x')), /cannot create the download folder/);
});
