// Goal 5: concurrent identical requests create one row and get identical answers.
import { clickOf, offerOf, readLedger, signupOf, visitOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

interface Answer {
  status: number;
  /** The part of the answer that must be identical for all requests. */
  text: string;
  isReplay: boolean;
}

interface Kind {
  status: number;
  /** Table that must have exactly one row. */
  table: 'offers' | 'clicks' | 'signups';
  /** Only offers mark replays. */
  marksReplay: boolean;
  send(server: ServerProcess, id: string): Promise<Answer>;
}

const post = (path: (id: string) => string, body: (id: string) => object, headers = {}) => {
  return async (server: ServerProcess, id: string): Promise<Answer> =>
    read(await server.request(path(id), { method: 'POST', body: JSON.stringify(body(id)), headers }));
};

async function read(response: Response): Promise<Answer> {
  const location = response.headers.get('location') ?? '';
  const text = `${location}${await response.text()}`;
  return { status: response.status, text, isReplay: response.headers.has('idempotent-replayed') };
}

const KINDS: Record<string, Kind> = {
  single: { status: 201, table: 'offers', marksReplay: true, send: post(() => '/offers/single', offerOf) },
  queued: {
    status: 201,
    table: 'offers',
    marksReplay: true,
    send: post(() => '/offers/single', offerOf, { prefer: 'respond-async' }),
  },
  click: {
    status: 202,
    table: 'clicks',
    marksReplay: false,
    send: post((id) => `/clickthrough/${clickOf(id).convo_id}`, clickOf),
  },
  visit: {
    status: 302,
    table: 'clicks',
    marksReplay: false,
    send: async (server, id) => read(await server.request(visitOf(id), { redirect: 'manual' })),
  },
  signup: {
    status: 202,
    table: 'signups',
    marksReplay: false,
    send: async (server, id) => {
      const answer = await post((of) => `/signup/${clickOf(of).convo_id}`, signupOf)(server, id);
      // Every signup request has its own message id; only the resulting signup must be unique.
      return { ...answer, text: answer.text.replace(/"message_id":"[^"]+"/, '') };
    },
  },
};

const keyOf = (table: Kind['table'], id: string) =>
  ({ offers: clickOf(id).convo_id, clicks: id, signups: clickOf(id).email })[table];

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  try {
    const violations: string[] = [];
    const figures: Record<string, number> = { concurrent: count };
    const run = Math.floor(random() * 1e9);
    const ids = Object.fromEntries(Object.keys(KINDS).map((name) => [name, `${name}-${run}`]));
    await KINDS.single!.send(server, ids.visit!); // The offer for the visits.
    for (const [name, kind] of Object.entries(KINDS)) {
      const answers = await Promise.all(Array.from({ length: count }, () => kind.send(server, ids[name]!)));
      const different = new Set(answers.map(({ status, text }) => `${status} ${text}`));
      figures[`${name}_answers`] = different.size;
      if (different.size > 1) violations.push(`${name}: different answers: ${[...different].slice(0, 3).join(' | ')}`);
      if (answers[0]!.status !== kind.status) violations.push(`${name} was answered with ${answers[0]!.status}`);
      const first = answers.filter(({ isReplay }) => !isReplay).length;
      if (kind.marksReplay && first !== 1) violations.push(`${name}: ${first} answers are not marked as replays`);
    }
    const stored = await readLedger(server.folder);
    for (const [name, { table }] of Object.entries(KINDS)) {
      const rows = stored[table].filter((key) => key === keyOf(table, ids[name]!)).length;
      figures[`${name}_rows`] = rows;
      if (rows !== 1) violations.push(`${name} created ${rows} rows`);
    }
    if (new Set(stored.events).size < stored.events.length) violations.push('a fact has two events');
    if (stored.waiting > 0) violations.push(`${stored.waiting} jobs are unfinished`);
    return { figures, violations };
  } finally {
    await server.remove();
  }
}

export const identicalRequests: Fault = {
  goal: 5,
  promise: 'concurrent identical requests create one row and get identical answers',
  round_size: 200,
  torture_size: 400_000,
  run,
};
