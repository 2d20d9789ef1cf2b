// Goal 2: no reply leaves before the fsync that makes it true, seen from outside the process. It needs strace, which npm
// cannot bring: it is a part of `npm run torture` and of CI, and not of `npm test`.
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickOf, offerOf, signupOf, visitOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import { type Order, readOrders, requireStrace, straceTo } from '../support/strace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const PATIENCE_MS = 20_000;
const LARGEST_GROUP = 12;
const CONTROL_COUNT = 24;
const RELAXED_SYNC = import.meta.resolve('../support/relaxed-sync.ts');

type Kind = 'offer' | 'queued' | 'click' | 'visit' | 'signup';
const KINDS: Kind[] = ['offer', 'queued', 'click', 'visit', 'signup'];
const ACKNOWLEDGED: Record<Kind, number> = { offer: 201, queued: 201, click: 202, visit: 302, signup: 202 };

interface Watched {
  replies: number;
  early: string[];
  /** What the trace does not show, so that nothing can be said of it. */
  unseen: string[];
}

/** A fact whose id stands in its row, and in the reply as the id of the request. */
async function send(server: ServerProcess, kind: Kind, id: string): Promise<number> {
  const headers = { 'x-request-id': id, ...(kind === 'queued' ? { prefer: 'respond-async' } : {}) };
  const post = (path: string, body: object) =>
    server.request(path, { method: 'POST', body: JSON.stringify(body), headers });
  const { convo_id } = clickOf(id);
  const response = await {
    offer: () => post('/offers/single', offerOf(id)),
    queued: () => post('/offers/single', offerOf(id)),
    click: () => post(`/clickthrough/${convo_id}`, clickOf(id)),
    visit: () => server.request(visitThrough(id), { headers, redirect: 'manual' }),
    signup: () => post(`/signup/${convo_id}`, signupOf(id)),
  }[kind]();
  await response.text();
  return response.status;
}

/** A visit whose click id is new, through an offer that was there before. */
const visitThrough = (id: string) => visitOf('first').replace('click_id=first', `click_id=${id}`);

async function watch(count: number, random: () => number, env: Record<string, string> = {}): Promise<Watched> {
  const folder = temporaryFolder();
  const trace = `${folder}/trace`;
  const settings = { LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*', ...env };
  const server = await ServerProcess.start(settings, [], straceTo(trace));
  try {
    await send(server, 'offer', 'first');
    const ids: string[] = [];
    const watched: Watched = { replies: 0, early: [], unseen: [] };
    // One at a time and in groups by turns: a group shares a commit.
    for (let isGroup = false; ids.length < count; isGroup = !isGroup) {
      const size = isGroup ? 2 + Math.floor(random() * (LARGEST_GROUP - 1)) : 1;
      const group = Array.from({ length: Math.min(size, count - ids.length) }, (_, n) => idOf(ids.length + n));
      ids.push(...group);
      const sending = group.map(async (id) => {
        const kind = KINDS[Math.floor(random() * KINDS.length)]!;
        const status = await send(server, kind, id);
        if (status !== ACKNOWLEDGED[kind]) watched.unseen.push(`${kind} ${id} was answered ${status}`);
      });
      await Promise.all(sending);
    }
    await server.signal('SIGTERM');
    judge(watched, readOrders(await complete(trace, server.child.pid!), ids));
    return watched;
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true });
  }
}

const idOf = (n: number) => `fact-${String(n).padStart(6, '0')}-x`;

/** The trace, once strace has noted the end of the process: it may be a little behind. */
async function complete(trace: string, pid: number): Promise<string> {
  const hasEnded = new RegExp(`^${pid} +\\+\\+\\+ exited with`, 'm');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const text = readFileSync(trace, 'latin1');
    if (hasEnded.test(text)) return text;
  }
  throw new Error('strace did not note the end of the server');
}

function judge(watched: Watched, orders: Map<string, Order>): void {
  for (const [id, { written, synced, replied }] of orders) {
    if (written === undefined || replied === undefined) {
      watched.unseen.push(`${id}: ${written === undefined ? 'its row' : 'its reply'} is not in the trace`);
      continue;
    }
    watched.replies++;
    if (synced === undefined || replied < synced) {
      watched.early.push(`${id}: written at line ${written}, synced at ${synced}, replied at ${replied}`);
    }
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  requireStrace();
  const { replies, early, unseen } = await watch(count, random);
  // The same with SQLite told not to wait for the disk: were nothing found there, nothing could be found at all.
  const control = await watch(CONTROL_COUNT, random, { NODE_OPTIONS: `--import=${RELAXED_SYNC}` });
  const broken = [...unseen, ...control.unseen, ...early.map((line) => `a reply left before its fsync: ${line}`)];
  if (control.early.length === 0) broken.push('the control, with synchronous=NORMAL, sent no early reply');
  return {
    figures: { replies, early: early.length, control_replies: control.replies, control_early: control.early.length },
    broken,
  };
}

export const orderOfReplies: Fault = {
  goal: 2,
  promise: 'no reply leaves before the fsync that makes it true',
  ci: 100,
  long: 1000,
  run,
};
