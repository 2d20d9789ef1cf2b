// Goal 18: no text that a caller sends occupies the event loop. Hostile texts go to every keyless endpoint, while /livez is
// asked again and again; how long it waits is compared with the same during a plain request of the largest size. How long
// the request itself takes is compared too: large bodies share one validation thread.
import { Agent, request } from 'node:http';
import { hostileRequest, knownAttacks, plainRequest, type TextRequest } from '../support/hostile-texts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** An attack blocks for many seconds. A busy machine makes a request wait too, but a plain one as well. */
const MAX_WAIT_MS = 2000;
const MAX_ANSWER_MS = 10_000;
const TIMES_PLAIN = 10;

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

/** The answer, and the longest that /livez took meanwhile. */
async function underWay(agent: Agent, url: string, sent: TextRequest): Promise<Reply & { longest_ms: number }> {
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
  const broken: string[] = [];
  let longest_ms = 0;
  let taken = 0;
  try {
    await server.ready();
    const plain = await underWay(agent, server.url, plainRequest());
    if (plain.status !== 201) broken.push(`a plain request was answered ${plain.status}`);
    const known = knownAttacks();
    for (let i = 0; i < count; i++) {
      const sent = known[i] ?? hostileRequest(random);
      const told = `${sent.method} ${sent.path.slice(0, 60)} (${sent.what}, ${sent.body?.length ?? 0} characters)`;
      const reply = await underWay(agent, server.url, sent);
      if (reply.status < 300) taken++;
      if (reply.status >= 500) broken.push(`${told} was answered ${reply.status}`);
      longest_ms = Math.max(longest_ms, Math.round(reply.longest_ms));
      if (reply.longest_ms > MAX_WAIT_MS && reply.longest_ms > TIMES_PLAIN * plain.longest_ms) {
        broken.push(`${told} kept /livez waiting for ${Math.round(reply.longest_ms)} ms`);
      }
      if (reply.ms > MAX_ANSWER_MS && reply.ms > TIMES_PLAIN * plain.ms) {
        broken.push(`${told} took ${Math.round(reply.ms)} ms`);
      }
    }
    const figures = { texts: count, taken, plain_wait_ms: Math.round(plain.longest_ms), longest_wait_ms: longest_ms };
    return { figures, broken: broken.slice(0, 10) };
  } finally {
    agent.destroy();
    await server.remove();
  }
}

export const hostileTexts: Fault = {
  goal: 18,
  promise: 'no text that a caller sends occupies the event loop or the validation thread',
  ci: 15,
  long: 3000,
  run,
};
