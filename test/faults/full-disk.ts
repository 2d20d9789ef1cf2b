// Goal 11: on a full disk the service refuses writes, never acknowledges them falsely, and recovers when there is
// space. The full disk is simulated with RLIMIT_FSIZE, which fails writes in the middle of a commit. Space is made by
// raising the limit (where `prlimit` exists) or by truncating the write-ahead log from another process.
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { countFacts, listFacts } from '../support/facts.ts';
import { clickOf, offerOf, signupOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** Twice this is below the size at which SQLite checkpoints its write-ahead log by itself. */
const LIMIT_BYTES = 1536 * 1024;
/** `ulimit -f` counts blocks of 512 bytes. */
const LAUNCHER = ['sh', '-c', `ulimit -S -f ${LIMIT_BYTES / 512} && exec "$@"`, 'sh'];
const MAX_CLIENTS = 16;
/** The disk counts as full after this many consecutive refusals of each kind. */
const REFUSALS = 5;
/** Never reached: the disk is full long before. */
const MAX_REQUESTS = 5000;
/** Upper bound for any answer, also with a full disk. */
const HANG_MS = 15_000;

const KINDS = ['offers', 'clicks', 'signups'] as const;
type Kind = (typeof KINDS)[number];
interface Write {
  kind: Kind;
  id: string;
}

class FullDisk {
  readonly server: ServerProcess;
  readonly acknowledged: Record<Kind, Set<string>> = { offers: new Set(), clicks: new Set(), signups: new Set() };
  readonly figures: Record<string, number> = { refused: 0, limit_raised: 0, log_truncated: 0 };
  readonly violations = new Set<string>();
  /** The link of the first offer, which must still redirect. */
  readonly link = 'https://t.example/';

  constructor(server: ServerProcess) {
    this.server = server;
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    return this.server.request(path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(HANG_MS) });
  }

  /** Sends a write; true if it was acknowledged. A refusal must have a Retry-After. */
  async send({ kind, id }: Write): Promise<boolean> {
    const [path, body, status] = toRequest(kind, id, this.link);
    const headers = id.endsWith('1') ? { prefer: 'respond-async' } : {};
    const response = await this.request(path, { method: 'POST', body: JSON.stringify(body), headers });
    const text = await response.text();
    if (response.status === status) {
      this.acknowledged[kind].add(id);
      return true;
    }
    this.figures.refused!++;
    if (response.status !== 503 || !response.headers.has('retry-after')) {
      this.violations.add(`with a full disk, ${kind} are answered with ${response.status} ${text}`);
    }
    return false;
  }

  /** Writes until all kinds are refused, and returns the refused writes. */
  async fill(name: string, clients: number): Promise<Write[]> {
    const refused: Write[] = [];
    const consecutive: Record<Kind, number> = { offers: 0, clicks: 0, signups: 0 };
    const isFull = () => KINDS.every((kind) => consecutive[kind] >= REFUSALS);
    let next = 0;
    const client = async () => {
      while (!isFull() && next < MAX_REQUESTS) {
        const no = next++;
        const write = { kind: KINDS[no % KINDS.length]!, id: `${name}-${no}` };
        const isAcknowledged = await this.send(write);
        consecutive[write.kind] = isAcknowledged ? 0 : consecutive[write.kind] + 1;
        if (!isAcknowledged) refused.push(write);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    if (!isFull()) this.violations.add(`the disk was not full after ${next} requests`);
    return refused;
  }

  /** Reads and redirects must keep working. */
  async checkReads(): Promise<void> {
    const query = 'program=gold&email=&click_id=&click_datetime=';
    const redirect = await this.request(`/clickthrough/c-first/p1?${query}`);
    if (redirect.status !== 302 || redirect.headers.get('location') !== this.link) {
      this.violations.add(`with a full disk, a redirect is answered with ${redirect.status}`);
    }
    for (const path of ['/livez', '/spy/c-first']) {
      const { status } = await this.request(path);
      if (status !== 200) this.violations.add(`with a full disk, ${path} is answered with ${status}`);
    }
  }

  /** Every second time raises the limit, if possible; otherwise truncates the log and restores the limit. */
  freeSpace(no: number): void {
    const { pid } = this.server.child;
    const limitTo = (bytes: number) => spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]).status === 0;
    if (no % 2 === 0 && limitTo(2 * LIMIT_BYTES)) {
      this.figures.limit_raised!++;
      return;
    }
    limitTo(LIMIT_BYTES);
    const db = new DatabaseSync(`${this.server.folder}/ledger.db`, { timeout: 5000 });
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    db.close();
    if (busy) throw new Error('the write-ahead log could not be truncated');
    this.figures.log_truncated!++;
  }

  /** Compares the acknowledged writes with the ledger after the jobs are done. */
  async compare(): Promise<void> {
    const all = (sql: string) => listFacts(this.server.folder, sql);
    const left = () => countFacts(this.server.folder, `SELECT count(*) FROM jobs WHERE state <> 'done'`);
    for (const end = Date.now() + 30_000; (await left()) > 0 && Date.now() < end; ) await sleep(50);
    if ((await left()) > 0) this.violations.add(`${await left()} jobs are unfinished`);
    const stored = {
      offers: await all('SELECT click_id FROM offers WHERE is_registered = 1'),
      clicks: await all(`SELECT click_id FROM clicks WHERE person_no IS NOT NULL`),
      signups: await all(`SELECT replace(email, '@example.com', '') FROM signups JOIN people USING (person_no)`),
    };
    for (const kind of KINDS) {
      const known = new Set(stored[kind]);
      const lost = [...this.acknowledged[kind]].filter((id) => !known.has(id)).length;
      this.figures[kind] = this.acknowledged[kind].size;
      if (lost > 0) this.violations.add(`${lost} acknowledged ${kind} are missing`);
      if (stored[kind].length > known.size) this.violations.add(`${kind} are stored twice`);
    }
    const events = await all('SELECT convo_id || kind || id FROM events');
    if (new Set(events).size < events.length) this.violations.add('a fact has two events');
  }
}

function toRequest(kind: Kind, id: string, direct_link: string): [path: string, body: object, status: number] {
  const click = clickOf(id);
  if (kind === 'clicks') return [`/clickthrough/${click.convo_id}`, click, 202];
  if (kind === 'signups') return [`/signup/${click.convo_id}`, signupOf(id), 202];
  const { product_info } = offerOf(id);
  return ['/offers/single', { product_click: click, product_info: { ...product_info, direct_link } }, 201];
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'silent', OFFER_LINK_HOSTS: '*' }, [], LAUNCHER);
  const disk = new FullDisk(server);
  try {
    await disk.send({ kind: 'offers', id: 'first' });
    for (let no = 0; no < count; no++) {
      const refused = await disk.fill(String(no), 1 + Math.floor(random() * MAX_CLIENTS));
      await disk.checkReads();
      disk.freeSpace(no);
      const isAcknowledged = await Promise.all(refused.map((write) => disk.send(write)));
      if (isAcknowledged.includes(false)) disk.violations.add('writes are refused although there is space');
    }
    await disk.compare();
  } catch (error) {
    // A timeout or a closed connection: the service hangs or has crashed.
    disk.violations.add(`the service does not answer: ${error}`);
  } finally {
    await server.remove();
  }
  return { figures: { full: count, ...disk.figures }, violations: [...disk.violations] };
}

export const fullDisk: Fault = {
  goal: 11,
  promise: 'a full disk leads to 503 and never to a false acknowledgement; writes succeed again when there is space',
  round_size: 4,
  torture_size: 100,
  run,
};
