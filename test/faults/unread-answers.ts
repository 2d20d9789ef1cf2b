// Goal 19: clients that do not read take no memory. Each sends many requests for large answers at once and reads none.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const PATHS = ['/docs/js/scalar.js', '/docs/openapi.json', '/openapi.json', '/try'];
/** 64 KB of requests reach the server as one piece. */
const MAX_REQUESTS = 1600;
/** Garbage that is not collected yet. Without a bound, one client takes gigabytes. */
const MAX_GROWTH_MB = 150;
const WATCH_MS = 3000;

async function memoryOf(server: ServerProcess): Promise<number> {
  const metrics = await (await server.request('/metrics')).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1]) / 2 ** 20;
}

function hoard(server: ServerProcess, random: () => number): Socket {
  const path = PATHS[random() < 0.7 ? 0 : Math.floor(random() * PATHS.length)]!;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(1 + Math.floor(random() * MAX_REQUESTS)));
  return socket;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'silent', TRY_PAGE: 'true' });
  const broken: string[] = [];
  let sockets: Socket[] = [];
  try {
    for (const path of PATHS) await (await server.request(path)).arrayBuffer();
    const before = await memoryOf(server);
    sockets = Array.from({ length: count }, () => hoard(server, random));
    let most = before;
    for (const end = Date.now() + WATCH_MS; Date.now() < end; await sleep(100)) {
      most = Math.max(most, await memoryOf(server));
      if (most - before > MAX_GROWTH_MB) break;
    }
    const grown_mb = Math.round(most - before);
    if (grown_mb > MAX_GROWTH_MB) broken.push(`${count} clients that do not read take ${grown_mb} MB`);
    return { figures: { clients: count, grown_mb }, broken };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.remove();
  }
}

export const unreadAnswers: Fault = {
  goal: 19,
  promise: 'clients that do not read take no memory',
  ci: 20,
  long: 400,
  run,
};
