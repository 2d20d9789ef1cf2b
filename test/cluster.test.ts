// Two real instances on one PostgreSQL database: what one has acknowledged, the other continues.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from './support/cluster.ts';
import { countFacts, listFacts } from './support/facts.ts';
import { clickOf, offerOf, readLedger, signupOf } from './support/ledger-facts.ts';
import type { ServerProcess } from './support/server-process.ts';
import { eventsOf } from './support/server-sent-events.ts';
import { until } from './support/until.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

const SEARCH = '/v1/discovery/products/search';
const SETS = '/v1/discovery/products/criteria-sets';
const LEASE_TTL_S = 1;
const PRODUCTS = 50;

let cluster: Cluster;
let one: ServerProcess;
let other: ServerProcess;

before(async () => {
  cluster = await Cluster.start({
    LEASE_TTL_S: String(LEASE_TTL_S),
    FEED_PRIVATE_HOSTS: '127.0.0.1',
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  });
  [one, other] = cluster.instances as [ServerProcess, ServerProcess];
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    id: `k${i}`,
    name: `${['Copper', 'Steel', 'Glass'][i % 3]} kettle ${i}`,
    brand: ['Boil', 'Steam'][i % 2],
    category: 'Kitchen > Kettles',
    final_price: 10 + i,
    currency: 'USD',
    merchant: { name: 'Kettle House' },
  }));
  const path = `${one.folder}/products.jsonl`;
  writeFileSync(path, products.map((product) => JSON.stringify(product)).join('\n'));
  assert.equal((await cluster.command('import', path)).code, 0);
  for (const instance of cluster.instances)
    await until(
      async () =>
        idsOf(await json(post(instance, SEARCH, { query: 'kettle', per_page: PRODUCTS }))).length === PRODUCTS,
    );
});
after(() => cluster.remove());

const post = (instance: ServerProcess, path: string, body: unknown) =>
  instance.request(path, { method: 'POST', body: JSON.stringify(body) });
// biome-ignore lint/suspicious/noExplicitAny: other tests check replies against the contract.
const json = async (response: Promise<Response>): Promise<any> => (await response).json();
// biome-ignore lint/suspicious/noExplicitAny: as above.
const idsOf = (page: any) => (page.items ?? []).map((product: { id: string }) => product.id);

test('a page token of one instance is valid on the other, and products are found by slug on both', async () => {
  const first = await json(post(one, SEARCH, { query: 'copper kettle', per_page: 5 }));
  const onOne = await json(post(one, SEARCH, { cursor: first.next_cursor }));
  const onOther = await json(post(other, SEARCH, { cursor: first.next_cursor }));
  assert.deepEqual(onOther, onOne);
  const { slug } = first.items[0];
  assert.equal((await other.request(`/v1/discovery/products/${slug}`)).status, 200);
});

test('both instances rank identically', async () => {
  for (const query of ['copper kettle', 'boil', 'glass steam', 'kettel', '12']) {
    const [first, second] = await Promise.all(
      cluster.instances.map((instance) => json(post(instance, SEARCH, { query, per_page: 50 }))),
    );
    assert.deepEqual(idsOf(second), idsOf(first), query);
  }
});

test('a criteria set that one instance saves is used by the other at once', async () => {
  const set = { id: 'cheap', name: 'Cheap', criteria: [{ field: 'final_price', operator: '<', value: 15 }] };
  assert.equal((await post(one, SETS, set)).status, 201);
  const page = await json(post(other, SEARCH, { query: 'kettle', criteria_set_ids: ['cheap'] }));
  assert.equal(idsOf(page).length, 5);
});

test('a key works on every instance, and is revoked on all of them within a second', async () => {
  const created = await cluster.command('keys', 'create', '--name', 'app', '--json');
  const { id, key } = JSON.parse(created.stdout);
  const statuses = () =>
    Promise.all(
      cluster.instances.map(async (instance) => {
        const body = JSON.stringify({ query: 'kettle' });
        return (await instance.request(SEARCH, { method: 'POST', body, key })).status;
      }),
    );
  await until(async () => String(await statuses()) === '200,200');
  assert.equal((await cluster.command('keys', 'revoke', id)).code, 0);
  await sleep(1000);
  assert.deepEqual(await statuses(), [403, 403]);
});

test('synonyms reach every instance', async () => {
  const find = async (instance: ServerProcess) =>
    idsOf(await json(post(instance, SEARCH, { query: 'waterboiler' }))).length;
  assert.deepEqual([await find(one), await find(other)], [0, 0]);
  assert.equal((await cluster.command('synonyms', 'add', 'waterboiler => kettle')).code, 0);
  for (const instance of cluster.instances) await until(async () => (await find(instance)) > 0);
});

test('an offer is replayed, retried and clicked on the other instance', async () => {
  const first = await post(one, '/offers/single', offerOf('both'));
  const again = await post(other, '/offers/single', offerOf('both'));
  assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [201, 201, 'true']);
  assert.equal(await again.text(), await first.text());
  const click = clickOf('both');
  for (const instance of cluster.instances)
    assert.equal((await post(instance, `/clickthrough/${click.convo_id}`, click)).status, 202);
  assert.equal(await countFacts(cluster.data, `SELECT count(*) FROM clicks WHERE click_id = 'both'`), 1);
});

test('identical requests that arrive at both instances at once make one fact each', async () => {
  const sends = Array.from({ length: 40 }, async (_, i) => {
    const instance = cluster.instances[i % 2]!;
    const answers = await Promise.all([
      post(instance, '/offers/single', offerOf('race')),
      post(instance, `/clickthrough/${clickOf('race').convo_id}`, clickOf('race')),
      post(instance, `/signup/${clickOf('race').convo_id}`, signupOf('race')),
    ]);
    return answers.map(({ status }) => status).join();
  });
  assert.deepEqual([...new Set(await Promise.all(sends))], ['201,202,202']);
  const stored = await readLedger(cluster.data);
  const countOf = (values: string[], value: string) => values.filter((each) => each === value).length;
  assert.equal(countOf(stored.offers, clickOf('race').convo_id), 1);
  assert.equal(countOf(stored.clicks, 'race'), 1);
  assert.equal(countOf(stored.signups, clickOf('race').email), 1);
  assert.equal(new Set(stored.events).size, stored.events.length);
});

test('turns that alternate between instances lose nothing and stay in order', async () => {
  for (const [i, text] of ['kettle', 'copper', 'under $40', 'by boil'].entries())
    assert.equal((await post(cluster.instances[i % 2]!, '/chat/turns', { chat: text })).status, 200);
  const { events } = await json(one.request('/spy/turns'));
  const chats = events.filter(({ kind }: { kind: string }) => kind === 'chat');
  assert.deepEqual(
    chats.map(({ data }: { data: { chat: string } }) => data.chat),
    ['kettle', 'copper', 'under $40', 'by boil'],
  );
});

test('turns of one conversation that reach both instances at once are kept if they are answered', async () => {
  const texts = ['kettle', 'copper', 'steel', 'glass', 'by steam', 'under $30'];
  const answers = await Promise.all(texts.map((chat, i) => post(cluster.instances[i % 2]!, '/chat/crowd', { chat })));
  // A turn that loses the race to others three times is refused.
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 503),
    [],
  );
  const { events } = await json(one.request('/spy/crowd'));
  const said = events.filter(({ kind }: { kind: string }) => kind === 'chat');
  assert.deepEqual(
    said.map(({ data }: { data: { chat: string } }) => data.chat).sort(),
    texts.filter((_, i) => statuses[i] === 200).sort(),
  );
});

test('a follower on one instance sees the events of the other, in order', async () => {
  await post(one, '/chat/followed', { chat: 'kettle' });
  const leave = new AbortController();
  const stream = await other.request('/spy/followed', {
    headers: { accept: 'text/event-stream' },
    signal: leave.signal,
  });
  const events = eventsOf(stream);
  const seen: string[] = [];
  const next = async () => {
    const { value } = await events.next();
    if (value!.event === 'chat') seen.push(value!.data.data.chat);
  };
  while (seen.length < 1) await next();
  for (const chat of ['copper', 'steel', 'glass']) await post(one, '/chat/followed', { chat });
  while (seen.length < 4) await next();
  leave.abort();
  assert.deepEqual(seen, ['kettle', 'copper', 'steel', 'glass']);
});

test('each due run of a feed happens once', async () => {
  let downloads = 0;
  const source = createServer((_, response) => {
    downloads++;
    response.end('id,title,link,price\n1,Copper lamp,https://lamps.example/1,5.00 EUR\n');
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/feed.csv`;
    assert.equal((await cluster.post('/v1/catalogue/feeds', { id: 'lamps', url, every: '1d' })).status, 201);
    const runs = () => listFacts(cluster.data, `SELECT state FROM feed_runs WHERE feed = 'lamps'`);
    await until(async () => (await runs()).some((state) => state !== 'running'));
    // Both schedulers have looked for due feeds meanwhile.
    await sleep(2000);
    assert.deepEqual([await runs(), downloads], [['done'], 1]);
  } finally {
    source.close();
  }
});

test('two instances deliver each event once', async (t) => {
  const receiver = await WebhookReceiver.start();
  t.after(() => receiver.stop());
  // Long enough for the other instance to look for due deliveries meanwhile.
  receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 500);
  const created = cluster.post('/v1/webhooks', { url: receiver.url, events: ['click.recorded'] });
  const { id } = await json(created);
  const clicks = Array.from({ length: 50 }, (_, i) => clickOf(`delivered-${i}`));
  const answers = await Promise.all(
    clicks.map((click, i) => post(cluster.instances[i % 2]!, `/clickthrough/${click.convo_id}`, click)),
  );
  assert.ok(answers.every(({ status }) => status === 202));
  const countWaiting = () =>
    countFacts(cluster.data, `SELECT count(*) FROM deliveries WHERE webhook_id = ${id} AND state = 'waiting'`);
  await until(async () => (await countWaiting()) === 0);
  assert.deepEqual(
    receiver.received.map(({ data }) => data.click_id).sort(),
    clicks.map(({ click_id }) => click_id).sort(),
  );
  assert.equal(new Set(receiver.ids).size, clicks.length);
  assert.equal((await cluster.request(`/v1/webhooks/${id}`, { method: 'DELETE', body: '{}' })).ok, true);
});

test('jobs of a killed instance are completed by the other, each effect once', async () => {
  const ids = Array.from({ length: 200 }, (_, i) => `job-${i}`);
  const sends = ids.map((id) => post(one, `/signup/${clickOf(id).convo_id}`, signupOf(id)).catch(() => undefined));
  await Promise.race(sends);
  await one.signal('SIGKILL');
  const answers = await Promise.all(sends);
  const accepted = ids.filter((_, i) => answers[i]?.status === 202).map((id) => clickOf(id).email);
  assert.ok(accepted.length > 0);
  await until(async () => (await countFacts(cluster.data, `SELECT count(*) FROM jobs WHERE state = 'waiting'`)) === 0);
  const { signups } = await readLedger(cluster.data);
  assert.deepEqual(
    accepted.filter((email) => signups.filter((each) => each === email).length !== 1),
    [],
  );
  await one.begin();
  await one.ready();
});

test('an instance that was paused while the other took over does no harm', async () => {
  const generations = () => countFacts(cluster.data, 'SELECT max(generation) FROM artefacts');
  const before = await generations();
  const holder = cluster.instances[(await isHolder(one)) ? 0 : 1]!;
  const successor = holder === one ? other : one;
  holder.child.kill('SIGSTOP');
  await until(() => isHolder(successor));
  const sent = ['paused-1', 'paused-2'].map((id) => post(successor, '/offers/single', offerOf(id)));
  assert.deepEqual(
    (await Promise.all(sent)).map(({ status }) => status),
    [201, 201],
  );
  holder.child.kill('SIGCONT');
  await until(async () => (await holder.request('/readyz')).status === 200);
  assert.equal((await post(holder, '/offers/single', offerOf('paused-1'))).headers.get('idempotent-replayed'), 'true');
  assert.ok(!((await isHolder(holder)) && (await isHolder(successor))), 'one holder at a time');
  assert.ok((await generations()) >= before);
});

/** Whether the instance holds the lease of the learner. */
async function isHolder(instance: ServerProcess): Promise<boolean> {
  const metrics = await (await instance.request('/metrics')).text();
  return /^finderfee_lease_held\{[^}]*learner[^}]*\} 1$/m.test(metrics);
}
