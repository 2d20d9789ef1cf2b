// Goal 21: a flood of keyless requests fills neither the disk (large offers from few addresses) nor the memory (many
// connections with unfinished bodies).
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { offerOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const LIMIT_KB = 500;
const ADDRESSES = ['8.8.8.8', '2a00:1450:4001::'];
/** About 40 KB each, in total ten times the limit of the addresses. */
const REQUESTS = 250;
const CLIENTS = 8;
/** A byte is stored up to five times: in the database, its write-ahead log and its indexes. */
const MAX_STORED_MB = (5 * LIMIT_KB * ADDRESSES.length) / 1000;
const BODY_BYTES = 8 * 1024 * 1024;
const PARTIAL_BODY = Buffer.alloc(BODY_BYTES - 100, 'x');
/** Bodies in flight are limited to 256 MB; the rest allows for uncollected garbage. */
const MAX_GROWTH_MB = 450;

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const ledgerMb = ({ folder }: ServerProcess) =>
  (sizeOf(`${folder}/ledger.db`) + sizeOf(`${folder}/ledger.db-wal`)) / 1e6;

class Flood {
  readonly statuses: Record<string, number> = {};
  readonly violations = new Set<string>();
  readonly #server: ServerProcess;
  readonly #random: () => number;
  #lastNo = 0;

  constructor(server: ServerProcess, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  /** Sends as one caller. An IPv6 caller uses a new address of its prefix each time. */
  async send(address: string): Promise<void> {
    const from = address.endsWith('::') ? `${address}${++this.#lastNo % 0xffff}` : address;
    const offers = Array.from({ length: 1 + Math.floor(this.#random() * 20) }, () => {
      const { product_click, product_info } = offerOf(`flood-${++this.#lastNo}`);
      return { product_click, product_info: { ...product_info, description: 'x'.repeat(4000) } };
    });
    const response = await this.#server.request('/offers/multi', {
      key: '',
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify(offers),
    });
    await response.arrayBuffer();
    this.statuses[response.status] = (this.statuses[response.status] ?? 0) + 1;
    if (response.status === 429 && !response.headers.has('retry-after'))
      this.violations.add('a 429 without Retry-After');
    if (![201, 429].includes(response.status)) this.violations.add(`the flood was answered with ${response.status}`);
  }

  async run(): Promise<void> {
    let sent = 0;
    const client = async () => {
      while (sent < REQUESTS) await this.send(ADDRESSES[sent++ % ADDRESSES.length]!);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
}

/** Sends all but the last 100 bytes of a body, with a key, so that no keyless limit applies. */
function sendPartialBody(server: ServerProcess, onSent: () => void): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(
    `POST /offers/multi HTTP/1.1\r\nhost: x\r\nx-api-key: test-key\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
  );
  socket.write(PARTIAL_BODY, onSent);
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
    if (stored_mb > MAX_STORED_MB) flood.violations.add(`the flood stored ${stored_mb} MB`);
    if (!flood.statuses[429]) flood.violations.add('no request of the flood was refused');

    const before = await server.residentMb();
    let sent = 0;
    for (let i = 0; i < count; i++) sockets.push(sendPartialBody(server, () => sent++));
    let peak = before;
    // The server waits nine seconds for the rest of a body.
    for (const end = Date.now() + 8000; sent < count && Date.now() < end; await sleep(50)) {
      peak = Math.max(peak, await server.residentMb());
    }
    const grown_mb = Math.round(peak - before);
    if (grown_mb > MAX_GROWTH_MB) flood.violations.add(`${count} unfinished bodies take ${grown_mb} MB`);
    const registered = flood.statuses[201] ?? 0;
    return {
      figures: { registered, refused: flood.statuses[429] ?? 0, stored_mb, partial_bodies: count, grown_mb },
      violations: [...flood.violations],
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.remove();
  }
}

export const keylessFlood: Fault = {
  goal: 21,
  promise: 'a flood of keyless requests fills neither the disk nor the memory',
  round_size: 100,
  torture_size: 2000,
  run,
};
