// Goal 4: no acknowledged fact is lost or duplicated when PostgreSQL is killed under load, and redirects go on.
import { setTimeout as sleep } from 'node:timers/promises';
import { EventLoad } from '../support/event-load.ts';
import { clickOf, offerOf, readLedger, signupOf, visitOf } from '../support/ledger-facts.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { SalesLoad } from '../support/sales-load.ts';
import { ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { poll, until } from '../support/until.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 16;
/** Acknowledged facts of each kind before a kill, also on a slow machine. */
const MIN_ACKNOWLEDGED = 50;
/** How long the database stays away. */
const OUTAGE_MS = 500;
const RETRY_MS = 20;

interface Run {
  server: ServerProcess;
  acknowledged: { offers: Set<string>; clicks: Set<string>; signups: Set<string> };
  sales: SalesLoad;
  events: EventLoad;
  violations: Set<string>;
  isOver: boolean;
}

/** Sends a request until it succeeds: a failure must be a 503 that says when to retry. */
async function insist(
  { server, violations }: Pick<Run, 'server' | 'violations'>,
  path: string,
  body: object,
  success: number,
): Promise<void> {
  for (;;) {
    const response = await server.request(path, { method: 'POST', body: JSON.stringify(body) });
    await response.text();
    if (response.status === success) return;
    if (response.status !== 503 || !response.headers.has('retry-after'))
      violations.add(`${path.split('/')[1]} was answered with ${response.status} while the database was away`);
    await sleep(RETRY_MS);
  }
}

async function client(run: Run, name: string): Promise<void> {
  for (let n = 0; !run.isOver; n++) {
    const id = `${name}-${n}`;
    const click = clickOf(id);
    await insist(run, '/offers/single', offerOf(id), 201);
    run.acknowledged.offers.add(click.convo_id);
    await insist(run, `/clickthrough/${click.convo_id}`, click, 202);
    run.acknowledged.clicks.add(click.click_id);
    await insist(run, `/signup/${click.convo_id}`, signupOf(id), 202);
    run.acknowledged.signups.add(click.email);
    await run.sales.sell(`sale-${id}`);
  }
}

/** While the database is away: the service stays in the load balancer, and visitors of known offers reach the shop. */
async function useDuringOutage({ server, acknowledged, violations }: Run, kill: number): Promise<void> {
  const health = await server.request('/readyz');
  const { degraded = [] } = (await health.json()) as { degraded?: string[] };
  if (health.status !== 200 || !degraded.includes('database'))
    violations.add(`/readyz was answered with ${health.status} ${degraded} while the database was away`);
  const path = visitOf('known').replace('click_id=known', `click_id=away-${kill}`);
  const { status } = await server.request(path, { redirect: 'manual' });
  if (status === 302) acknowledged.clicks.add(`away-${kill}`);
  else violations.add(`a redirect was answered with ${status} while the database was away`);
}

async function run({ count, random }: Round): Promise<Outcome> {
  const database = await PostgresServer.create();
  const spool = temporaryFolder();
  const server = await ServerProcess.start({
    LOG_LEVEL: 'silent',
    OFFER_LINK_HOSTS: '*',
    DATABASE_URL: database.url(),
    SPOOL_DIR: spool,
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  });
  const acknowledged = { offers: new Set<string>(), clicks: new Set<string>(), signups: new Set<string>() };
  const violations = new Set<string>();
  const post = (path: string, body: object, status: number) => insist({ server, violations }, path, body, status);
  await server.ready();
  const events = await EventLoad.start(server);
  const run: Run = { server, acknowledged, sales: new SalesLoad(post, random), events, violations, isOver: false };
  const figures: Record<string, number> = { kills: count };
  try {
    await insist(run, '/offers/single', offerOf('known'), 201);
    const clients = Array.from({ length: CLIENTS }, (_, n) => client(run, String(n)));
    for (let kill = 0; kill < count; kill++) {
      const before = acknowledged.signups.size;
      await until(() => acknowledged.signups.size >= before + MIN_ACKNOWLEDGED);
      await database.kill();
      await poll(async () => (await (await server.request('/readyz')).text()).includes('database'), {
        within_ms: 10_000,
      });
      await useDuringOutage(run, kill);
      await sleep(OUTAGE_MS);
      const known = acknowledged.signups.size;
      await database.start();
      const started = performance.now();
      await until(() => acknowledged.signups.size > known);
      figures.recovery_ms = Math.max(figures.recovery_ms ?? 0, Math.round(performance.now() - started));
    }
    run.isOver = true;
    await Promise.all(clients);
    await compare(run, figures);
    return { figures, violations: [...run.violations] };
  } finally {
    await server.remove();
    events.stop();
    await database.stop();
  }
}

async function compare(
  { server, acknowledged, sales, events, violations }: Run,
  figures: Record<string, number>,
): Promise<void> {
  // Spooled clicks are delivered in the background.
  await poll(
    async () => {
      const { clicks } = await readLedger(server.data);
      return [...acknowledged.clicks].every((id) => clicks.includes(id));
    },
    { within_ms: 20_000, every_ms: 500 },
  );
  const stored = await readLedger(server.data);
  const ofSales = await sales.compare(server.data);
  const ofEvents = await events.compare();
  Object.assign(figures, ofSales.figures, ofEvents.figures);
  for (const line of [...ofSales.violations, ...ofEvents.violations]) violations.add(line);
  for (const kind of ['offers', 'clicks', 'signups'] as const) {
    const known = new Set(stored[kind]);
    figures[kind] = acknowledged[kind].size;
    figures[`${kind}_lost`] = [...acknowledged[kind]].filter((id) => !known.has(id)).length;
    figures[`${kind}_duplicated`] = stored[kind].length - known.size;
    if (figures[`${kind}_lost`]! + figures[`${kind}_duplicated`]! > 0)
      violations.add(`${kind} were lost or duplicated`);
  }
  if (new Set(stored.events).size < stored.events.length) violations.add('a fact has two events');
  if (stored.waiting > 0) violations.add(`${stored.waiting} jobs are unfinished`);
}

export const killedDatabase: Fault = {
  goal: 4,
  promise:
    'killing PostgreSQL under load neither loses nor duplicates an acknowledged fact or its events, and redirects go on',
  round_size: 3,
  torture_size: 100,
  run,
};
