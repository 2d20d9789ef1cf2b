// Goal 1: no acknowledged fact is lost or duplicated when the service is killed under load.
import { setTimeout as sleep } from 'node:timers/promises';
import { EventLoad } from '../support/event-load.ts';
import { clickOf, offerOf, readLedger, signupOf } from '../support/ledger-facts.ts';
import { temporaryDatabase } from '../support/postgres-server.ts';
import { type Post, SalesLoad } from '../support/sales-load.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 16;
/** Acknowledged facts of each kind before a kill, also on a slow machine. */
const MIN_ACKNOWLEDGED = 3;

interface Acknowledged {
  offers: Map<string, string>;
  clicks: Set<string>;
  signups: Set<string>;
}

interface Load {
  server: ServerProcess;
  acknowledged: Acknowledged;
  sales: SalesLoad;
  events: EventLoad;
  random: () => number;
}

/** Sends offers, clicks, signups and sales, some of them twice, until the server is killed; records those acknowledged. */
async function client({ server, acknowledged, sales, random }: Load, name: string) {
  const post = (path: string, body: object, headers = {}) =>
    server.request(path, { method: 'POST', body: JSON.stringify(body), headers });
  const sometimesTwice = async (send: () => Promise<void>) => {
    await send();
    if (random() < 0.5) await send();
  };
  try {
    for (let n = 0; ; n++) {
      const id = `${name}-${n}`;
      const click = clickOf(id);
      const headers = random() < 0.5 ? { prefer: 'respond-async' } : {};
      await sometimesTwice(async () => {
        const response = await post('/offers/single', offerOf(id), headers);
        if (response.status === 201) acknowledged.offers.set(click.convo_id, await response.text());
      });
      await sometimesTwice(async () => {
        const { status } = await post(`/clickthrough/${click.convo_id}`, click);
        if (status === 202) acknowledged.clicks.add(click.click_id);
      });
      await sometimesTwice(async () => {
        const { status } = await post(`/signup/${click.convo_id}`, signupOf(id));
        if (status === 202) acknowledged.signups.add(click.email);
      });
      await sales.sell(`sale-${id}`);
    }
  } catch {
    // The connection ended with the server; an unanswered request is not acknowledged.
  }
}

/** Half of the kills are on each store. */
async function run({ count, random }: Round): Promise<Outcome> {
  const onSqlite = await runOn({}, { count: Math.ceil(count / 2), random });
  const onPostgres = await runOn({ DATABASE_URL: await temporaryDatabase() }, { count: Math.floor(count / 2), random });
  const figures = { ...onSqlite.figures };
  for (const [name, figure] of Object.entries(onPostgres.figures)) figures[name] = (figures[name] ?? 0) + figure;
  return { figures, violations: [...onSqlite.violations, ...onPostgres.violations] };
}

async function runOn(env: Record<string, string>, { count, random }: Round): Promise<Outcome> {
  const settings = { LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' };
  const server = await ServerProcess.start({ ...settings, ...env });
  const events = await EventLoad.start(server);
  try {
    const acknowledged: Acknowledged = { offers: new Map(), clicks: new Set(), signups: new Set() };
    const sales = new SalesLoad(postTo(server), random);
    const load: Load = { server, acknowledged, sales, events, random };
    for (let kill = 0; kill < count; kill++) {
      const clients = Array.from({ length: CLIENTS }, (_, n) => client(load, `${kill}-${n}`));
      const before = [acknowledged.signups.size, sales.finished.size] as const;
      while (Math.min(acknowledged.signups.size - before[0], sales.finished.size - before[1]) < MIN_ACKNOWLEDGED)
        await sleep(5);
      await sleep(random() * 100);
      await server.signal('SIGKILL');
      await Promise.all(clients);
      await server.begin();
      await sales.resume();
    }
    return await compare(load, count);
  } finally {
    await server.remove();
    events.stop();
  }
}

const postTo =
  (server: ServerProcess): Post =>
  async (path, body, status) => {
    const response = await server.request(path, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== status) throw new Error(`${path} was answered with ${await response.text()}`);
    await response.text();
  };

async function compare({ server, acknowledged, sales, events }: Load, kills: number): Promise<Outcome> {
  const stored = await readLedger(server.data);
  for (const id of sales.finished) acknowledged.clicks.add(id);
  const ofSales = await sales.compare(server.data);
  const ofEvents = await events.compare();
  const violations = [...ofSales.violations, ...ofEvents.violations];
  const figures: Record<string, number> = { kills, ...ofSales.figures, ...ofEvents.figures };
  for (const kind of ['offers', 'clicks', 'signups'] as const) {
    const known = new Set(stored[kind]);
    const ids = [...acknowledged[kind].keys()];
    figures[kind] = ids.length;
    figures[`${kind}_lost`] = ids.filter((id) => !known.has(id)).length;
    figures[`${kind}_duplicated`] = stored[kind].length - known.size;
    if (ids.length < MIN_ACKNOWLEDGED * kills) violations.push(`only ${ids.length} ${kind} were acknowledged`);
    if (figures[`${kind}_lost`]! + figures[`${kind}_duplicated`]! > 0)
      violations.push(`${kind} were lost or duplicated`);
  }
  if (new Set(stored.events).size < stored.events.length) violations.push('a fact has two events');
  if (stored.waiting > 0) violations.push(`${stored.waiting} jobs are unfinished`);
  for (const [convo_id, first] of [...acknowledged.offers].slice(0, 20)) {
    const { program, email, click_id, click_datetime } = clickOf(convo_id.slice(2));
    const query = new URLSearchParams({ program, email, click_id, click_datetime });
    const again = await (await server.request(`/offers/retry/${convo_id}/p1?${query}`)).text();
    if (first.startsWith('{"id"') && again !== first)
      violations.push(`${convo_id} gets a different answer after a kill`);
  }
  return { figures, violations };
}

export const kills: Fault = {
  goal: 1,
  promise:
    'kill -9 under load neither loses nor duplicates an acknowledged offer, click, signup or report of a sale, nor its events',
  round_size: 6,
  torture_size: 1000,
  run,
};
