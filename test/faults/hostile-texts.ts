// Goal 18: no text in a request blocks the event loop or the validation thread. Hostile texts go to every keyless
// endpoint; the latency of the request, and of /livez during it, are compared with those of a plain request of maximal
// size.
import { Agent, request } from 'node:http';
import { hostileRequest, knownAttacks, plainRequest, type TextRequest } from '../support/hostile-texts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/**
 * A successful attack blocks for many seconds. Plain requests are the baseline, because a busy machine delays them too.
 */
const MAX_WAIT_MS = 2000;
const MAX_ANSWER_MS = 10_000;
const MAX_RATIO_TO_PLAIN = 10;

interface Reply {
  status: number;
  ms: number;
}

function send(agent: Agent, url: string, { method, path, body }: TextRequest): Promise<Reply> {
  const begin = performance.now();
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, path, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, ms: performance.now() - begin }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const LIVEZ: TextRequest = { method: 'GET', path: '/livez', body: undefined, what: '' };

/** Sends a request, and measures the longest latency of /livez until it is answered. */
async function sendWhilePolling(agent: Agent, url: string, sent: TextRequest): Promise<Reply & { longest_ms: number }> {
  let isOver = false;
  const answer = send(agent, url, sent).finally(() => {
    isOver = true;
  });
  let longest_ms = 0;
  while (!isOver) longest_ms = Math.max(longest_ms, (await send(agent, url, LIVEZ)).ms);
  return { ...(await answer), longest_ms };
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  const agent = new Agent({ keepAlive: true });
  const violations: string[] = [];
  let longest_ms = 0;
  let accepted = 0;
  try {
    await server.ready();
    const plain = await sendWhilePolling(agent, server.url, plainRequest());
    if (plain.status !== 201) violations.push(`a plain request was answered with ${plain.status}`);
    const known = knownAttacks();
    for (let i = 0; i < count; i++) {
      const sent = known[i] ?? hostileRequest(random);
      const described = `${sent.method} ${sent.path.slice(0, 60)} (${sent.what}, ${sent.body?.length ?? 0} characters)`;
      const reply = await sendWhilePolling(agent, server.url, sent);
      if (reply.status < 300) accepted++;
      if (reply.status >= 500) violations.push(`${described} was answered with ${reply.status}`);
      longest_ms = Math.max(longest_ms, Math.round(reply.longest_ms));
      if (reply.longest_ms > MAX_WAIT_MS && reply.longest_ms > MAX_RATIO_TO_PLAIN * plain.longest_ms) {
        violations.push(`${described} delayed /livez by ${Math.round(reply.longest_ms)} ms`);
      }
      if (reply.ms > MAX_ANSWER_MS && reply.ms > MAX_RATIO_TO_PLAIN * plain.ms) {
        violations.push(`${described} took ${Math.round(reply.ms)} ms`);
      }
    }
    const figures = {
      texts: count,
      accepted,
      plain_wait_ms: Math.round(plain.longest_ms),
      longest_wait_ms: longest_ms,
    };
    return { figures, violations: violations.slice(0, 10) };
  } finally {
    agent.destroy();
    await server.remove();
  }
}

export const hostileTexts: Fault = {
  goal: 18,
  promise: 'no text in a request blocks the event loop or the validation thread',
  round_size: 15,
  torture_size: 3000,
  run,
};
