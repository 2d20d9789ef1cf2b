// An embedded installation with rows in every table that is kept: made by a real server, and beside it for work that a
// running server would complete at once.
import assert from 'node:assert/strict';
import { importProducts } from '../../server/src/catalogue/import-products.ts';
import { systemClock } from '../../server/src/clock.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../server/src/store/store.ts';
import { WEBHOOK_EVENTS } from '../../server/src/store/webhook-store.ts';
import { makeFunnelFacts } from './funnel-facts.ts';
import { offerOf } from './ledger-facts.ts';
import { ServerProcess } from './server-process.ts';
import { PRODUCTS, SCRIPTS, type Send } from './store-script.ts';
import { signupWrite } from './stored-facts.ts';
import { micros, storedSales } from './stored-sales.ts';
import { webhookEvent } from './stored-webhooks.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Characters that a copy could lose: separators, escapes and their letters. */
const ODD_TEXT = 'tab\t newline\n return\r back\\slash \\N \\. \b\f\v quote" 🫖';

export interface FilledInstallation {
  folder: string;
  /** Of a search for kettles with one product per page. */
  cursor: string;
  slug: string;
  /** Settings of servers on it. */
  env: Record<string, string>;
}

const env = { LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*', FEED_RUNS_AT_ONCE: '0' };

/** `hookUrl` is the endpoint of the deliveries that wait. */
export async function fillInstallation(hookUrl: string): Promise<FilledInstallation> {
  const folder = temporaryFolder();
  await withStore(folder, stock);
  const server = await ServerProcess.start({ ...env, DATA_DIR: folder });
  let found: Awaited<ReturnType<Send>>;
  try {
    found = await useServer(server);
  } finally {
    await server.signal('SIGTERM');
  }
  await withStore(folder, (store) => leaveWork(store, hookUrl));
  return { folder, cursor: found.next_cursor, slug: found.items[0].slug, env };
}

/** Calls every endpoint, and returns the first page of a search. */
async function useServer(server: ServerProcess) {
  const send: Send = async ({ method, url, body, headers, status }) => {
    const options = { method, headers: headers ?? {}, redirect: 'manual' as const };
    const response = await server.request(url, { ...options, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${url}: ${text}`);
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined;
  };
  await server.ready();
  for (const useService of SCRIPTS) await useService(send, 'm');
  await send({ method: 'POST', url: '/offers/single', body: offerOf('kept'), status: 201 });
  const set = { id: 'kept', name: 'Kept', criteria: [{ field: 'brand', operator: '=', value: ODD_TEXT }] };
  await send({ method: 'POST', url: '/v1/discovery/products/criteria-sets', body: set, status: 201 });
  const search = { method: 'POST', url: '/v1/discovery/products/search', status: 200 };
  return send({ ...search, body: { query: 'kettle', per_page: 1 } });
}

async function withStore(folder: string, action: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore({ folder, own: false });
  await action(store);
  await store.close();
}

async function stock(store: Store): Promise<void> {
  const deps = { store, clock: systemClock };
  const rowsOf = (products: object[]) => products.map((value, i) => ({ line: i + 1, value }));
  const all = Array.from({ length: 40 }, (_, i) => ({
    ...{ ...PRODUCTS[0], id: `p${i}`, name: `Kettle ${i}`, regular_price: 40 + i, merchant: { name: `Shop ${i % 3}` } },
  }));
  await importProducts(deps, '', rowsOf([...PRODUCTS, ...all]));
  await importProducts(deps, '', rowsOf(all.map((product) => ({ ...product, regular_price: 7 }))));
  // The last one, whose number must not be used again.
  await store.deleteProduct({ id: 'p39' });
}

/** What the background loops of a server would take away: a server is not running. */
async function leaveWork(store: Store, hookUrl: string): Promise<void> {
  const now_ms = Date.now();
  await makeFunnelFacts(store);
  const key = { id: 'k1', name: 'app', digest: new Uint8Array(32).fill(9), scopes: [], revoked_at_ms: null };
  await store.insertKey({ ...key, created_at_ms: now_ms, expires_at_ms: null });
  await store.recordKeyUses({ uses: [{ id: 'k1', used_at_ms: now_ms }] });
  await store.saveSynonymEdit({
    ...{ key: 'brolly', kind: 'added', at_ms: now_ms, group: { inputs: ['brolly'], outputs: ['umbrella'] } },
  });
  const webhook = { url: hookUrl, events: [...WEBHOOK_EVENTS], description: null, pii: false };
  const made = await store.insertWebhook({ ...webhook, secret: `whsec_${btoa('0'.repeat(32))}`, now_ms });
  assert.ok(made !== 'full');
  const event = webhookEvent({ at_ms: now_ms });
  await store.publishTest({ webhook_id: made.id, event });
  const [due] = await store.takeDueDeliveries({ now_ms, lease_ms: 1, limit: 1, in_flight: [] });
  const attempt = { at_ms: now_ms, duration_ms: 3, status: 500, error: null, response: ODD_TEXT };
  await store.recordAttempt({ delivery_id: due!.id, ...attempt, retry_after_ms: null, jitter: 0 });
  await leaveFeeds(store, now_ms);
  const sales = storedSales(() => store, 'awin');
  const { click_id } = await sales.clicked({ now_ms });
  await sales.report({
    ...{ transaction_id: 'sold', click_id, status: 'approved', sale_amount: micros('90000000000'), currency: 'USD' },
  });
  await sales.send([{ transaction_id: 'posted' }], { postback: JSON.stringify({ odd: ODD_TEXT }), now_ms });
  // A correction that refers to a later transaction.
  await sales.report({ transaction_id: 'early', original_transaction_id: 'late' }, { transaction_id: 'late' });
  await store.acceptSignup(signupWrite({ message_id: 'waiting', email: 'waiting@example.com', now_ms }));
}

async function leaveFeeds(store: Store, now_ms: number): Promise<void> {
  const feed = { url: 'https://feeds.example/', mode: 'full', every_ms: 1, options: '{}', is_paused: true } as const;
  const rest = { etag: null, last_modified: null, next_run_at_ms: 2, failures: 0, created_at_ms: 1 };
  await store.insertFeed({ id: 'registered', ...feed, run_request: 'anew', ...rest });
  const run = { feed: 'registered', mode: 'full', source: 'x', runner: '', now_ms } as const;
  const begun = await store.beginRun(run);
  assert.ok('run_id' in begun);
  await store.saveRejectedRows({
    ...{ run_id: begun.run_id, rows: [{ line: 3, field: 'name', value: `${ODD_TEXT} \0`, reason: 'odd' }] },
  });
  await store.finishRun({ id: begun.run_id, now_ms, state: 'failed', message: 'failed', report: '{}' });
}
