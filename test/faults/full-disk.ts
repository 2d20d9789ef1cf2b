// Goal 11: a full disk makes the service refuse and never lie, and it takes writes again as soon as there is room.
//
// The kernel refuses to let any file of the server grow past a limit (RLIMIT_FSIZE), in the middle of a commit as a full
// disk does. Room is made in both ways that there are: by moving the limit, where the machine has `prlimit`, and by
// emptying the ledger's log from another process, which every machine can. The server runs on all the while.
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** Twice this is less than what SQLite lets its log grow to before it empties it by itself. */
const LIMIT_BYTES = 1536 * 1024;
/** `ulimit -f` counts blocks of 512 bytes. */
const LAUNCHER = ['sh', '-c', `ulimit -S -f ${LIMIT_BYTES / 512} && exec "$@"`, 'sh'];
const MAX_CLIENTS = 16;
/** The disk is full when so many of each kind were refused one after the other. */
const REFUSALS = 5;
/** Never reached: the log has no room for so many. */
const MAX_REQUESTS = 5000;
/** Longer no answer takes, full disk or not. */
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
  readonly figures: Record<string, number> = { refused: 0, lifted: 0, emptied: 0 };
  readonly broken = new Set<string>();
  /** The link of the first offer, by which a person still gets to the shop. */
  readonly link = 'https://t.example/';

  constructor(server: ServerProcess) {
    this.server = server;
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    return this.server.request(path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(HANG_MS) });
  }

  /** Sends a write; true when it was acknowledged. A refusal must say when to come back. */
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
      this.broken.add(`a full disk answers ${kind} with ${response.status} ${text}`);
    }
    return false;
  }

  /** Writes until nothing of any kind gets through any more, and gives what was refused. */
  async fill(name: string, clients: number): Promise<Write[]> {
    const refused: Write[] = [];
    const inARow: Record<Kind, number> = { offers: 0, clicks: 0, signups: 0 };
    const isFull = () => KINDS.every((kind) => inARow[kind] >= REFUSALS);
    let next = 0;
    const client = async () => {
      while (!isFull() && next < MAX_REQUESTS) {
        const no = next++;
        const write = { kind: KINDS[no % KINDS.length]!, id: `${name}-${no}` };
        const isTaken = await this.send(write);
        inARow[write.kind] = isTaken ? 0 : inARow[write.kind] + 1;
        if (!isTaken) refused.push(write);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    if (!isFull()) this.broken.add(`the disk was not full after ${next} requests`);
    return refused;
  }

  /** What needs no room works on. */
  async read(): Promise<void> {
    const query = 'program=gold&email=&click_id=&click_datetime=';
    const redirect = await this.request(`/clickthrough/c-first/p1?${query}`);
    if (redirect.status !== 302 || redirect.headers.get('location') !== this.link) {
      this.broken.add(`a full disk answers a redirect with ${redirect.status}`);
    }
    for (const path of ['/livez', '/spy/c-first']) {
      const { status } = await this.request(path);
      if (status !== 200) this.broken.add(`a full disk answers ${path} with ${status}`);
    }
  }

  /** Every second time by a larger limit, where that is possible; otherwise by an empty log and the first limit. */
  makeRoom(no: number): void {
    const { pid } = this.server.child;
    const limitTo = (bytes: number) => spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]).status === 0;
    if (no % 2 === 0 && limitTo(2 * LIMIT_BYTES)) {
      this.figures.lifted!++;
      return;
    }
    limitTo(LIMIT_BYTES);
    const db = new DatabaseSync(`${this.server.folder}/ledger.db`, { timeout: 5000 });
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    db.close();
    if (busy) throw new Error('the log could not be emptied');
    this.figures.emptied!++;
  }

  /** Holds what was acknowledged against what the ledger has, once the jobs are done. */
  async compare(): Promise<void> {
    const db = new DatabaseSync(`${this.server.folder}/ledger.db`, { readOnly: true });
    const rows = (sql: string) => db.prepare(sql).all();
    const all = (sql: string) => rows(sql).map((row) => String(Object.values(row)[0]));
    const left = () => rows(`SELECT id FROM jobs WHERE state <> 'done'`).length;
    for (const end = Date.now() + 30_000; left() > 0 && Date.now() < end; ) await sleep(50);
    if (left() > 0) this.broken.add(`${left()} jobs are left`);
    const stored = {
      offers: all('SELECT click_id FROM offers WHERE is_registered = 1'),
      clicks: all(`SELECT click_id FROM clicks WHERE person_no IS NOT NULL`),
      signups: all(`SELECT replace(email, '@example.com', '') FROM signups JOIN people USING (person_no)`),
    };
    for (const kind of KINDS) {
      const known = new Set(stored[kind]);
      const lost = [...this.acknowledged[kind]].filter((id) => !known.has(id)).length;
      this.figures[kind] = this.acknowledged[kind].size;
      if (lost > 0) this.broken.add(`${lost} ${kind} were acknowledged and are not there`);
      if (stored[kind].length > known.size) this.broken.add(`${kind} are there twice`);
    }
    const events = all('SELECT convo_id || kind || id FROM events');
    if (new Set(events).size < events.length) this.broken.add('a fact has two events');
    db.close();
  }
}

function toRequest(kind: Kind, id: string, direct_link: string): [path: string, body: object, status: number] {
  const email = `${id}@example.com`;
  const convo_id = `c-${id}`;
  const click_datetime = '2026-03-04T05:06:07Z';
  const click = { program: 'gold', email, convo_id, presentation_id: 'p1', click_id: id, click_datetime };
  if (kind === 'clicks') return [`/clickthrough/${convo_id}`, click, 202];
  if (kind === 'signups') return [`/signup/${convo_id}`, { program: 'gold', email }, 202];
  const product_info = { name: 'Kettle', presentment_id: 'p1', direct_link };
  return ['/offers/single', { product_click: click, product_info }, 201];
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'silent', OFFER_LINK_HOSTS: '*' }, [], LAUNCHER);
  const disk = new FullDisk(server);
  try {
    await disk.send({ kind: 'offers', id: 'first' });
    for (let no = 0; no < count; no++) {
      const refused = await disk.fill(String(no), 1 + Math.floor(random() * MAX_CLIENTS));
      await disk.read();
      disk.makeRoom(no);
      const isTaken = await Promise.all(refused.map((write) => disk.send(write)));
      if (isTaken.includes(false)) disk.broken.add('writes are refused although there is room');
    }
    await disk.compare();
  } catch (error) {
    // No answer in time, or a connection that ended: the service hangs or has crashed.
    disk.broken.add(`the service does not answer: ${error}`);
  } finally {
    await server.remove();
  }
  return { figures: { full: count, ...disk.figures }, broken: [...disk.broken] };
}

export const fullDisk: Fault = {
  goal: 11,
  promise: 'a full disk is answered with 503 and never with a false acknowledgement, and heals when there is room',
  ci: 4,
  long: 100,
  run,
};
