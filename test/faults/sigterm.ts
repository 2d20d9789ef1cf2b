// Goal 12: on SIGTERM under load, accepted requests are answered and stored, and the process exits in time with code 0.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickOf, offerOf, readLedger, signupOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import { poll } from '../support/until.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 20;
/** Requests answered before each signal, also on a slow machine. */
const MIN_ANSWERED = 100;
const PATIENCE_MS = 30_000;
/** Supervisors typically send SIGKILL after this time. */
const MAX_STOP_MS = 10_000;

interface Tally {
  acknowledged: { offers: string[]; clicks: string[]; signups: string[] };
  answered: number;
  failed: string[];
}

class NotAccepted extends Error {}

/**
 * The status of the answer. A new connection without one was still in the accept queue when the server stopped
 * listening.
 */
function post(agent: Agent, url: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isNotAccepted = error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && !sent.reusedSocket);
      reject(isNotAccepted ? new NotAccepted() : error);
    });
    sent.end(JSON.stringify(body));
  });
}

/** Sends requests until one is not accepted. */
async function client(server: ServerProcess, name: string, tally: Tally): Promise<void> {
  const { acknowledged } = tally;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (path: string, body: object, wanted: number, key: string, list: string[]) => {
    const status = await post(agent, server.url + path, body);
    tally.answered++;
    if (status === wanted) list.push(key);
    else tally.failed.push(`${path} was answered with ${status}`);
  };
  try {
    for (let n = 0; ; n++) {
      const id = `${name}-${n}`;
      const { convo_id, email } = clickOf(id);
      await send('/offers/single', offerOf(id), 201, convo_id, acknowledged.offers);
      await send(`/clickthrough/${convo_id}`, clickOf(id), 202, id, acknowledged.clicks);
      await send(`/signup/${convo_id}`, signupOf(id), 202, email, acknowledged.signups);
    }
  } catch (error) {
    if (!(error instanceof NotAccepted)) tally.failed.push(`a request failed with ${error}`);
  } finally {
    agent.destroy();
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  try {
    const tally: Tally = { acknowledged: { offers: [], clicks: [], signups: [] }, answered: 0, failed: [] };
    const violations: string[] = [];
    let slowest_ms = 0;
    for (let stop = 0; stop < count; stop++) {
      if (stop > 0) await server.begin();
      const before = tally.answered;
      const clients = Array.from({ length: CLIENTS }, (_, n) => client(server, `${stop}-${n}`, tally));
      if (!(await poll(() => tally.answered >= before + MIN_ANSWERED, { within_ms: PATIENCE_MS })))
        violations.push(`only ${tally.answered - before} requests were answered`);
      await sleep(random() * 100);
      const started = Date.now();
      const code = await server.signal('SIGTERM');
      slowest_ms = Math.max(slowest_ms, Date.now() - started);
      if (code !== 0) violations.push(`the server exited with code ${code}: ${server.output.stderr}`);
      await Promise.all(clients);
    }
    if (slowest_ms > MAX_STOP_MS) violations.push(`the server took ${slowest_ms} ms to stop`);
    violations.push(...new Set(tally.failed));
    const figures: Record<string, number> = {
      terminations: count,
      answered: tally.answered,
      failed: tally.failed.length,
      slowest_ms,
    };
    await server.begin(); // Waiting jobs are done after the next start.
    const stored = await readLedger(server.folder);
    for (const kind of ['offers', 'clicks', 'signups'] as const) {
      const known = new Set(stored[kind]);
      const lost = tally.acknowledged[kind].filter((key) => !known.has(key)).length;
      figures[`${kind}_lost`] = lost;
      if (lost > 0) violations.push(`${lost} acknowledged ${kind} are not in the database`);
    }
    return { figures, violations };
  } finally {
    await server.remove();
  }
}

export const sigterm: Fault = {
  goal: 12,
  promise: 'SIGTERM under load fails no accepted request, and the process exits with code 0 within ten seconds',
  round_size: 3,
  torture_size: 100,
  run,
};
