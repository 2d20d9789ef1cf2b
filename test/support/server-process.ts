// Runs the real server and commands as processes, each server with its own port and data folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from './temporary-folder.ts';

export const CLI = `${import.meta.dirname}/../../server/src/cli.ts`;

/** Settings in the developer's environment must not reach the service under test. */
const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
export const baseEnv = { PATH, HOME, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

function collect(child: ChildProcess) {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return output;
}

/** Runs a `finderfee` command to its end. `launcher` is an optional command that starts it, as `nice` does. */
export const runCommand = (
  args: string[],
  env: Record<string, string> = {},
  launcher: string[] = [],
): Promise<Finished> => runNode([CLI, ...args], env, launcher);

/** Runs a script to its end. */
export const runNode = (args: string[], env: Record<string, string>, launcher: string[] = []): Promise<Finished> =>
  runProgram([...launcher, process.execPath, ...args], env);

/** Runs a program to its end. */
export async function runProgram([command, ...args]: string[], env: Record<string, string>): Promise<Finished> {
  const child = spawn(command!, args, {
    env: { ...baseEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** Tests count facts from the start, so a demo has products only. */
const DEFAULTS = { PORT: '0', API_KEYS: 'test-key', DEMO_ACTIVITY: 'false' };

export class ServerProcess {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly args: string[];
  /** A command that execs the server, as `nice` does. */
  readonly launcher: string[];
  child!: ChildProcess;
  url = '';
  output = { stdout: '', stderr: '' };

  private constructor(folder: string, env: Record<string, string>, args: string[], launcher: string[]) {
    this.folder = folder;
    this.env = env;
    this.args = args;
    this.launcher = launcher;
  }

  static async start(
    env: Record<string, string> = {},
    args: string[] = [],
    launcher: string[] = [],
  ): Promise<ServerProcess> {
    const server = new ServerProcess(env.DATA_DIR ?? temporaryFolder(), env, args, launcher);
    await server.begin();
    return server;
  }

  /** Starts or restarts the server on the same folder, and waits until it listens. */
  async begin(): Promise<void> {
    const [command, ...args] = [...this.launcher, process.execPath, CLI, 'serve', ...this.args];
    this.child = spawn(command!, args, {
      env: { ...baseEnv, ...DEFAULTS, ...this.env, DATA_DIR: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.output = collect(this.child);
    const ended = once(this.child, 'exit').then(() => {
      throw new Error(`the server exited: ${this.output.stderr}`);
    });
    ended.catch(() => {});
    while (!/listening on (http\S+)/.test(this.output.stdout)) {
      await Promise.race([once(this.child.stdout!, 'data'), ended]);
    }
    this.url = /listening on (http\S+)/.exec(this.output.stdout)![1]!;
  }

  /** Waits until searches are answered. */
  async ready(): Promise<void> {
    while ((await this.request('/readyz')).status !== 200) await sleep(50);
  }

  request(path: string, options: RequestInit & { key?: string } = {}): Promise<Response> {
    const { key = 'test-key', ...init } = options;
    return fetch(this.url + path, {
      ...init,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...init.headers },
    });
  }

  /** Where the service keeps its facts, for `queryFacts`. */
  get data(): string {
    return this.env.DATABASE_URL ?? this.folder;
  }

  async residentMb(): Promise<number> {
    const metrics = await (await this.request('/metrics')).text();
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)![1]) / 2 ** 20;
  }

  async signal(name: NodeJS.Signals): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill(name);
    const [code] = (await exited) as [number | null];
    return code;
  }

  /** Kills the server if it still runs, and removes its folder. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.signal('SIGKILL');
    // A feed run is a separate process and may still write for a moment.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
