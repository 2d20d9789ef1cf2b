// A database that hangs, loses connections or refuses writes: the service says so in time, and recovers by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countFacts } from './support/facts.ts';
import { clickOf, offerOf } from './support/ledger-facts.ts';
import { queryDatabase, withClient } from './support/postgres-client.ts';
import { PostgresServer } from './support/postgres-server.ts';
import { ServerProcess } from './support/server-process.ts';
import { TcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

/** A promise of the service: a caller is not left waiting for longer. */
const MAX_WAIT_MS = 6000;

let database: PostgresServer;
let proxy: TcpProxy;
let server: ServerProcess;

before(async () => {
  database = await PostgresServer.create();
  await queryDatabase(database.url(), 'CREATE ROLE app LOGIN');
  await queryDatabase(database.url(), 'CREATE DATABASE finderfee OWNER app');
  proxy = await TcpProxy.start(facts().replace('postgres@', 'app@'));
  server = await ServerProcess.start({ LOG_LEVEL: 'silent', OFFER_LINK_HOSTS: '*', DATABASE_URL: proxy.url });
});
after(async () => {
  await server.remove();
  await proxy.close();
  await database.stop();
});

/** The service's database, for a superuser. */
const facts = () => database.url('finderfee');
const sendOffer = (id: string) =>
  server.request('/offers/single', { method: 'POST', body: JSON.stringify(offerOf(id)) });
const sendClick = (id: string) =>
  server.request(`/clickthrough/${clickOf(id).convo_id}`, { method: 'POST', body: JSON.stringify(clickOf(id)) });

const sendProduct = () =>
  server.request('/v1/catalogue/products', {
    method: 'POST',
    body: JSON.stringify({ products: [{ id: 'k1', name: 'Kettle', merchant: { name: 'Kettle House' } }] }),
  });

/** The request fails as unavailable, in time and with advice to retry. */
async function assertUnavailable(send: () => Promise<Response>): Promise<void> {
  const started = performance.now();
  const response = await send();
  assert.equal(response.status, 503);
  assert.ok(response.headers.has('retry-after'));
  assert.ok(performance.now() - started < MAX_WAIT_MS, `${Math.round(performance.now() - started)} ms`);
}

const isAccepted = async (send: () => Promise<Response>) => (await send()).ok;
const countClicks = (id: string) => countFacts(facts(), `SELECT count(*) FROM clicks WHERE click_id = '${id}'`);
const countOffers = (id: string) =>
  countFacts(facts(), `SELECT count(*) FROM offers WHERE convo_id = '${clickOf(id).convo_id}'`);

test('a database that falls silent gives 503 in time, and the same request again gets the first result', async () => {
  await until(() => isAccepted(() => sendClick('before')));
  proxy.swallowAnswers();
  await Promise.all([assertUnavailable(() => sendClick('swallowed')), assertUnavailable(sendProduct)]);
  proxy.passAnswers();
  await until(() => isAccepted(() => sendClick('swallowed')));
  assert.equal(await countClicks('swallowed'), 1);
});

test('a connection that breaks between the commit and its answer gives 503, and a retry gets the first result', async () => {
  proxy.swallowAnswers({ from: 'COMMIT' });
  const lost = sendOffer('cut');
  await until(async () => (await countOffers('cut')) === 1);
  proxy.passAnswers();
  assert.equal((await lost).status, 503);
  await until(() => isAccepted(() => sendOffer('cut')));
  const again = await sendOffer('cut');
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  assert.equal(await countOffers('cut'), 1);
});

test('a commit that waits for a standby gives 503 in time, and the same request again gets the first result', async () => {
  // No such standby is connected, so commits wait from the moment that the server has read its settings.
  await configure("synchronous_standby_names = 'absent'");
  let n = 0;
  const hung = await until(async () => {
    const id = `hung-${n++}`;
    return (await sendClick(id)).status === 503 ? id : undefined;
  });
  await assertUnavailable(() => sendClick(hung!));
  assert.equal((await server.request('/livez')).status, 200);
  await configure("synchronous_standby_names = ''");
  await until(() => isAccepted(() => sendClick(hung!)));
  assert.equal(await countClicks(hung!), 1);
});

test('a read-only database gives 503 for writes and answers reads; both work again afterwards', async () => {
  await configure('default_transaction_read_only = on');
  await until(async () => (await sendClick('refused')).status === 503);
  await assertUnavailable(() => sendClick('refused'));
  const { convo_id, presentation_id, program, email, click_id, click_datetime } = clickOf('cut');
  const query = new URLSearchParams({ program, email, click_id, click_datetime });
  assert.equal((await server.request(`/offers/retry/${convo_id}/${presentation_id}?${query}`)).status, 200);
  await configure('default_transaction_read_only = off');
  await until(() => isAccepted(() => sendClick('refused')));
});

test('a database without free connections gives 503, and the service connects when there are some', async () => {
  await queryDatabase(database.url(), 'ALTER ROLE app CONNECTION LIMIT 0');
  proxy.cut();
  await until(async () => (await sendClick('crowded')).status === 503);
  await assertUnavailable(() => sendClick('crowded'));
  await queryDatabase(database.url(), 'ALTER ROLE app CONNECTION LIMIT -1');
  await until(() => isAccepted(() => sendClick('crowded')));
  assert.equal(await countClicks('crowded'), 1);
});

/** Changes a setting of the server. */
const configure = (setting: string): Promise<void> =>
  withClient(database.url(), async (client) => {
    // This client can work under any of the settings.
    await client.query('SET default_transaction_read_only = off; SET synchronous_commit = local');
    await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
  });
