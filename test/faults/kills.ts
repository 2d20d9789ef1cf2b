// Goal 1: no acknowledged fact is lost or duplicated when the service is killed under load.
import { setTimeout as sleep } from 'node:timers/promises';
import { clickOf, offerOf, readLedger, signupOf } from '../support/ledger-facts.ts';
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

/** Sends offers, clicks and signups, some of them twice, until the server is killed; records those acknowledged. */
async function client(server: ServerProcess, name: string, acknowledged: Acknowledged, random: () => number) {
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
    }
  } catch {
    // The connection ended with the server; an unanswered request is not acknowledged.
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  try {
    const acknowledged: Acknowledged = { offers: new Map(), clicks: new Set(), signups: new Set() };
    for (let kill = 0; kill < count; kill++) {
      const clients = Array.from({ length: CLIENTS }, (_, n) => client(server, `${kill}-${n}`, acknowledged, random));
      const before = acknowledged.signups.size;
      while (acknowledged.signups.size < before + MIN_ACKNOWLEDGED) await sleep(5);
      await sleep(random() * 100);
      await server.signal('SIGKILL');
      await Promise.all(clients);
      await server.begin();
    }
    return await compare(server, acknowledged, count);
  } finally {
    await server.remove();
  }
}

async function compare(server: ServerProcess, acknowledged: Acknowledged, kills: number): Promise<Outcome> {
  const violations: string[] = [];
  const figures: Record<string, number> = { kills };
  const stored = await readLedger(server.folder);
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
  promise: 'kill -9 under load neither loses nor duplicates an acknowledged offer, click or signup',
  round_size: 10,
  torture_size: 1000,
  run,
};
