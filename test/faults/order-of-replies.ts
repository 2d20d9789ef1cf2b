// Goal 2: no reply is sent before the fsync of its transaction, as observed with strace. `npm run torture` and CI run
// it, but not `npm test`, because npm cannot install strace.
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickOf, offerOf, signupOf, visitOf } from '../support/ledger-facts.ts';
import { pick } from '../support/seeded.ts';
import { ServerProcess } from '../support/server-process.ts';
import { type Order, readOrders, requireStrace, straceTo } from '../support/strace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const PATIENCE_MS = 20_000;
const MAX_GROUP = 12;
const CONTROL_COUNT = 24;
const RELAXED_SYNC = import.meta.resolve('../support/relaxed-sync.ts');

type Kind = 'offer' | 'queued' | 'click' | 'visit' | 'signup';
const KINDS: Kind[] = ['offer', 'queued', 'click', 'visit', 'signup'];
const ACKNOWLEDGED: Record<Kind, number> = { offer: 201, queued: 201, click: 202, visit: 302, signup: 202 };

interface Observation {
  replies: number;
  early: string[];
  /** Facts that the trace does not show, so that nothing can be concluded. */
  missing: string[];
}

/** Sends a fact whose id is in its row and, as the request id, in the reply. */
async function send(server: ServerProcess, kind: Kind, id: string): Promise<number> {
  const headers = { 'x-request-id': id, ...(kind === 'queued' ? { prefer: 'respond-async' } : {}) };
  const post = (path: string, body: object) =>
    server.request(path, { method: 'POST', body: JSON.stringify(body), headers });
  const { convo_id } = clickOf(id);
  const response = await {
    offer: () => post('/offers/single', offerOf(id)),
    queued: () => post('/offers/single', offerOf(id)),
    click: () => post(`/clickthrough/${convo_id}`, clickOf(id)),
    visit: () => server.request(visitWith(id), { headers, redirect: 'manual' }),
    signup: () => post(`/signup/${convo_id}`, signupOf(id)),
  }[kind]();
  await response.text();
  return response.status;
}

/** A visit with a new click id, for an existing offer. */
const visitWith = (id: string) => visitOf('first').replace('click_id=first', `click_id=${id}`);

async function observe(count: number, random: () => number, env: Record<string, string> = {}): Promise<Observation> {
  const folder = temporaryFolder();
  const trace = `${folder}/trace`;
  const settings = { LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*', ...env };
  const server = await ServerProcess.start(settings, [], straceTo(trace));
  try {
    await send(server, 'offer', 'first');
    const ids: string[] = [];
    const observed: Observation = { replies: 0, early: [], missing: [] };
    // Alternates between single requests and groups, which share a commit.
    for (let isGroup = false; ids.length < count; isGroup = !isGroup) {
      const size = isGroup ? 2 + Math.floor(random() * (MAX_GROUP - 1)) : 1;
      const group = Array.from({ length: Math.min(size, count - ids.length) }, (_, n) => idOf(ids.length + n));
      ids.push(...group);
      const sending = group.map(async (id) => {
        const kind = pick(KINDS, random);
        const status = await send(server, kind, id);
        if (status !== ACKNOWLEDGED[kind]) observed.missing.push(`${kind} ${id} was answered with ${status}`);
      });
      await Promise.all(sending);
    }
    await server.signal('SIGTERM');
    judge(observed, readOrders(await completeTrace(trace, server.child.pid!), ids));
    return observed;
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true });
  }
}

const idOf = (n: number) => `fact-${String(n).padStart(6, '0')}-x`;

/** The complete trace: strace may write the end of the process with a delay. */
async function completeTrace(trace: string, pid: number): Promise<string> {
  const hasEnded = new RegExp(`^${pid} +\\+\\+\\+ exited with`, 'm');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const text = readFileSync(trace, 'latin1');
    if (hasEnded.test(text)) return text;
  }
  throw new Error('strace did not record the exit of the server');
}

function judge(observed: Observation, orders: Map<string, Order>): void {
  for (const [id, { written, synced, replied }] of orders) {
    if (written === undefined || replied === undefined) {
      observed.missing.push(`${id}: ${written === undefined ? 'its row' : 'its reply'} is not in the trace`);
      continue;
    }
    observed.replies++;
    if (synced === undefined || replied < synced) {
      observed.early.push(`${id}: written at line ${written}, synced at ${synced}, replied at ${replied}`);
    }
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  requireStrace();
  const { replies, early, missing } = await observe(count, random);
  // The control run does not fsync commits, which must be detected; otherwise this test could not find anything.
  const control = await observe(CONTROL_COUNT, random, { NODE_OPTIONS: `--import=${RELAXED_SYNC}` });
  const violations = [
    ...missing,
    ...control.missing,
    ...early.map((line) => `a reply was sent before its fsync: ${line}`),
  ];
  if (control.early.length === 0) violations.push('the control with synchronous=NORMAL detected no early reply');
  return {
    figures: { replies, early: early.length, control_replies: control.replies, control_early: control.early.length },
    violations,
  };
}

export const orderOfReplies: Fault = {
  goal: 2,
  promise: 'no reply is sent before the fsync of its transaction',
  round_size: 100,
  torture_size: 1000,
  run,
};
