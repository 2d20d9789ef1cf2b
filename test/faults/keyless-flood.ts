// Goal 21: a keyless flood fills neither disk nor memory. Offers as large and as many as a few addresses can send, and then
// bodies that are sent almost to their end on many connections.
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { offerOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const LIMIT_KB = 500;
const ADDRESSES = ['8.8.8.8', '2a00:1450:4001::'];
/** 40 KB each: ten times what the addresses may send. */
const REQUESTS = 250;
const CLIENTS = 8;
/** What is stored of a byte: the database, its log, and its indexes. */
const MAX_STORED_MB = (5 * LIMIT_KB * ADDRESSES.length) / 1000;
const BODY_BYTES = 8 * 1024 * 1024;
const HALF = Buffer.alloc(BODY_BYTES - 100, 'x');
/** 256 MB may be under way; the rest is garbage that is not collected yet. */
const MAX_GROWTH_MB = 450;

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const ledgerMb = ({ folder }: ServerProcess) =>
  (sizeOf(`${folder}/ledger.db`) + sizeOf(`${folder}/ledger.db-wal`)) / 1e6;

async function memoryMb(server: ServerProcess): Promise<number> {
  const metrics = await (await server.request('/metrics')).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1]) / 2 ** 20;
}

class Flood {
  readonly statuses: Record<string, number> = {};
  readonly broken = new Set<string>();
  readonly #server: ServerProcess;
  readonly #random: () => number;
  #lastNo = 0;

  constructor(server: ServerProcess, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  /** One caller; of IPv6 it has as many addresses as it likes. */
  async send(address: string): Promise<void> {
    const one = address.endsWith('::') ? `${address}${++this.#lastNo % 0xffff}` : address;
    const offers = Array.from({ length: 1 + Math.floor(this.#random() * 20) }, () => {
      const { product_click, product_info } = offerOf(`flood-${++this.#lastNo}`);
      return { product_click, product_info: { ...product_info, description: 'x'.repeat(4000) } };
    });
    const response = await this.#server.request('/offers/multi', {
      key: '',
      method: 'POST',
      headers: { 'x-forwarded-for': one },
      body: JSON.stringify(offers),
    });
    await response.arrayBuffer();
    this.statuses[response.status] = (this.statuses[response.status] ?? 0) + 1;
    if (response.status === 429 && !response.headers.has('retry-after')) this.broken.add('a 429 without Retry-After');
    if (![201, 429].includes(response.status)) this.broken.add(`the flood is answered with ${response.status}`);
  }

  async run(): Promise<void> {
    let sent = 0;
    const client = async () => {
      while (sent < REQUESTS) await this.send(ADDRESSES[sent++ % ADDRESSES.length]!);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
}

/** A body of which the last hundred bytes never come; with a key, which no limit of the keyless holds back. */
function sendHalf(server: ServerProcess, onSent: () => void): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(
    `POST /offers/multi HTTP/1.1\r\nhost: x\r\nx-api-key: test-key\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
  );
  socket.write(HALF, onSent);
  return socket;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({
    LOG_LEVEL: 'silent',
    OFFER_LINK_HOSTS: '*',
    TRUST_PROXY: 'true',
    KEYLESS_BYTES_LIMIT: `${LIMIT_KB}KB/min`,
  });
  const sockets: Socket[] = [];
  try {
    const flood = new Flood(server, random);
    const storedBefore = ledgerMb(server);
    await flood.run();
    const stored_mb = Math.round(ledgerMb(server) - storedBefore);
    if (stored_mb > MAX_STORED_MB) flood.broken.add(`a flood stored ${stored_mb} MB`);
    if (!flood.statuses[429]) flood.broken.add('no request of the flood was refused');

    const before = await memoryMb(server);
    let sent = 0;
    for (let i = 0; i < count; i++) sockets.push(sendHalf(server, () => sent++));
    let most = before;
    // The server waits nine seconds for the rest of a body.
    for (const end = Date.now() + 8000; sent < count && Date.now() < end; await sleep(50)) {
      most = Math.max(most, await memoryMb(server));
    }
    const grown_mb = Math.round(most - before);
    if (grown_mb > MAX_GROWTH_MB) flood.broken.add(`${count} bodies that never end take ${grown_mb} MB`);
    const registered = flood.statuses[201] ?? 0;
    return {
      figures: { registered, refused: flood.statuses[429] ?? 0, stored_mb, half_bodies: count, grown_mb },
      broken: [...flood.broken],
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.remove();
  }
}

export const keylessFlood: Fault = {
  goal: 21,
  promise: 'a keyless flood fills neither disk nor memory',
  ci: 100,
  long: 2000,
  run,
};
