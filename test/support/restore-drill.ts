// The restore drill: back up beside a running server, restore elsewhere, and find what was there before.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readConfig } from '../../server/src/config.ts';
import { openStore } from '../../server/src/open-store.ts';
import { exportAll } from './count-funnel.ts';
import { offerOf, readLedger, signupOf, visitOf } from './ledger-facts.ts';
import { runCommand, ServerProcess } from './server-process.ts';
import { PRODUCTS } from './store-script.ts';

interface Drill {
  /** Settings of the installation, and of the one that it is restored to. */
  from: Record<string, string>;
  to: Record<string, string>;
  backUp: () => Promise<void>;
  restore: () => Promise<void>;
}

const env = { LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' };

async function readAll(settings: Record<string, string>) {
  const store = await openStore(readConfig(settings), { own: false });
  try {
    return structuredClone({ facts: await exportAll(store, []), keys: await store.listKeys({}) });
  } finally {
    await store.close();
  }
}

const nextPage = async (server: ServerProcess, cursor: string) => {
  const answer = await server.request('/v1/discovery/products/search', {
    ...{ method: 'POST', body: JSON.stringify({ cursor }) },
  });
  assert.equal(answer.status, 200);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
};

export async function runRestoreDrill({ from, to, backUp, restore }: Drill): Promise<void> {
  const file = `${from.DATA_DIR}-products.jsonl`;
  writeFileSync(file, PRODUCTS.map((product) => `${JSON.stringify(product)}\n`).join(''));
  const imported = await runCommand(['import', file], from);
  assert.equal(imported.code, 0, imported.stderr);
  const server = await ServerProcess.start({ ...env, ...from });
  try {
    await server.ready();
    const post = async (path: string, body: unknown) => {
      const answer = await server.request(path, { method: 'POST', body: JSON.stringify(body) });
      assert.ok(answer.ok, `${path}: ${answer.status}`);
      return answer.json() as Promise<Record<string, string>>;
    };
    await post('/offers/single', offerOf('k1'));
    await server.request(visitOf('k1'), { redirect: 'manual', headers: { 'user-agent': 'Firefox' } });
    await post('/signup/c-k1', signupOf('k1'));
    const sale = { network: 'awin', transaction_id: 't1', click_id: 'k1', sale_amount: 5, currency: 'USD' };
    await post('/v1/conversions', { conversions: [sale] });
    const { next_cursor } = await post('/v1/discovery/products/search', { query: 'kettle', per_page: 1 });
    // Jobs have ended, so that nothing changes by itself.
    await readLedger(server.data);
    const before = await readAll(from);
    await backUp();
    const page = await nextPage(server, next_cursor!);
    assert.equal(page.length, 1);
    // After the backup, so it is not restored.
    await post('/offers/single', offerOf('k2'));
    await restore();
    assert.deepEqual(await readAll(to), before);
    assert.ok(before.facts.clicks.length === 1 && before.facts.conversions.length === 1);
    const restored = await ServerProcess.start({ ...env, ...to, READ_ONLY: 'true' });
    assert.deepEqual(await nextPage(restored, next_cursor!).finally(() => restored.remove()), page);
  } finally {
    await server.remove();
  }
}
