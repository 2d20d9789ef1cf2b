// `finderfee reindex`: rebuilds the index beside the live one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, ServerProcess } from './support/server-process.ts';

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'index', 'manifest.json'), 'utf8'));

async function search(server: ServerProcess): Promise<string[]> {
  const body = JSON.stringify({ query: 'black shoes' });
  const response = await server.request('/v1/discovery/products/search', { method: 'POST', body });
  assert.equal(response.status, 200);
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}

test('the index is rebuilt beside the live one, which answers until the swap; a restart opens the new one', async () => {
  const server = await ServerProcess.start({}, ['--demo']);
  try {
    await server.ready();
    const before = await search(server);
    assert.ok(before.length > 0);
    let isOver = false;
    const command = runCommand(['reindex', '--wait'], { DATA_DIR: server.folder }).finally(() => {
      isOver = true;
    });
    for (; !isOver; await sleep(20)) assert.deepEqual(await search(server), before);
    const { code, stdout } = await command;
    assert.equal(code, 0);
    assert.match(stdout, /the new index is in use\n$/);
    assert.deepEqual(await search(server), before);
    assert.equal(await server.signal('SIGTERM'), 0);
    assert.equal(manifestOf(server.folder).rebuilds, 1);
    await server.begin();
    await server.ready();
    assert.deepEqual(await search(server), before);
    assert.doesNotMatch(server.output.stderr, /damaged/);
  } finally {
    await server.remove();
  }
});
