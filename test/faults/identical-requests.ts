// Goal 5: many identical requests at once leave one row and get one answer.
import { clickOf, offerOf, readLedger, signupOf, visitOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

interface Answer {
  status: number;
  /** All of the answer that must be the same for everybody. */
  text: string;
  isReplay: boolean;
}

interface Kind {
  status: number;
  /** Where the fact must stand, once. */
  table: 'offers' | 'clicks' | 'signups';
  /** Only offers say that they were there before. */
  saysReplay: boolean;
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
  single: { status: 201, table: 'offers', saysReplay: true, send: post(() => '/offers/single', offerOf) },
  queued: {
    status: 201,
    table: 'offers',
    saysReplay: true,
    send: post(() => '/offers/single', offerOf, { prefer: 'respond-async' }),
  },
  click: {
    status: 202,
    table: 'clicks',
    saysReplay: false,
    send: post((id) => `/clickthrough/${clickOf(id).convo_id}`, clickOf),
  },
  visit: {
    status: 302,
    table: 'clicks',
    saysReplay: false,
    send: async (server, id) => read(await server.request(visitOf(id), { redirect: 'manual' })),
  },
  signup: {
    status: 202,
    table: 'signups',
    saysReplay: false,
    send: async (server, id) => {
      const answer = await post((of) => `/signup/${clickOf(of).convo_id}`, signupOf)(server, id);
      // Every signup message is kept under an id of its own; what must be one is the signup that they become.
      return { ...answer, text: answer.text.replace(/"message_id":"[^"]+"/, '') };
    },
  },
};

const keyOf = (table: Kind['table'], id: string) =>
  ({ offers: clickOf(id).convo_id, clicks: id, signups: clickOf(id).email })[table];

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  try {
    const broken: string[] = [];
    const figures: Record<string, number> = { at_once: count };
    const run = Math.floor(random() * 1e9);
    const ids = Object.fromEntries(Object.keys(KINDS).map((name) => [name, `${name}-${run}`]));
    await KINDS.single!.send(server, ids.visit!); // The offer that the visits go through.
    for (const [name, kind] of Object.entries(KINDS)) {
      const answers = await Promise.all(Array.from({ length: count }, () => kind.send(server, ids[name]!)));
      const different = new Set(answers.map(({ status, text }) => `${status} ${text}`));
      figures[`${name}_answers`] = different.size;
      if (different.size > 1) broken.push(`${name}: different answers: ${[...different].slice(0, 3).join(' | ')}`);
      if (answers[0]!.status !== kind.status) broken.push(`${name} was answered ${answers[0]!.status}`);
      const first = answers.filter(({ isReplay }) => !isReplay).length;
      if (kind.saysReplay && first !== 1) broken.push(`${name}: ${first} answers say to be the first`);
    }
    const stored = await readLedger(server.folder);
    for (const [name, { table }] of Object.entries(KINDS)) {
      const rows = stored[table].filter((key) => key === keyOf(table, ids[name]!)).length;
      figures[`${name}_rows`] = rows;
      if (rows !== 1) broken.push(`${name} left ${rows} rows`);
    }
    if (new Set(stored.events).size < stored.events.length) broken.push('a fact has two events');
    if (stored.waiting > 0) broken.push(`${stored.waiting} jobs are left`);
    return { figures, broken };
  } finally {
    await server.remove();
  }
}

export const identicalRequests: Fault = {
  goal: 5,
  promise: 'identical requests at once leave one row and get one answer',
  ci: 200,
  // 2,000 rounds.
  long: 400_000,
  run,
};
