// Goal 19: clients that do not read their responses do not exhaust memory. Each pipelines many requests and reads
// nothing.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../support/seeded.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const PATHS = ['/docs/js/scalar.js', '/docs/openapi.json', '/openapi.json', '/try'];
/** 64 KB of requests, which reach the server in one chunk. */
const MAX_REQUESTS = 1600;
/** Allows for uncollected garbage. Without back-pressure a single client takes gigabytes. */
const MAX_GROWTH_MB = 150;
const WATCH_MS = 3000;

function requestWithoutReading(server: ServerProcess, random: () => number): Socket {
  const path = random() < 0.7 ? PATHS[0] : pick(PATHS, random);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(1 + Math.floor(random() * MAX_REQUESTS)));
  return socket;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'silent', TRY_PAGE: 'true' });
  const violations: string[] = [];
  let sockets: Socket[] = [];
  try {
    for (const path of PATHS) await (await server.request(path)).arrayBuffer();
    const before = await server.residentMb();
    sockets = Array.from({ length: count }, () => requestWithoutReading(server, random));
    let peak = before;
    for (const end = Date.now() + WATCH_MS; Date.now() < end; await sleep(100)) {
      peak = Math.max(peak, await server.residentMb());
      if (peak - before > MAX_GROWTH_MB) break;
    }
    const grown_mb = Math.round(peak - before);
    if (grown_mb > MAX_GROWTH_MB) violations.push(`${count} clients that do not read take ${grown_mb} MB`);
    return { figures: { clients: count, grown_mb }, violations };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.remove();
  }
}

export const unreadAnswers: Fault = {
  goal: 19,
  promise: 'clients that do not read their responses do not exhaust memory',
  round_size: 20,
  torture_size: 400,
  run,
};
