// Starts a server process for a benchmark and stops it afterwards, also on failure.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilIdle } from './wait-until-idle.ts';

const READY_POLL_MS = 10;
export const KEY = 'bench-key';
/** The compile cache of the real command. Without it, the memory figures would include the TypeScript transpiler. */
export const COMPILE_CACHE = `${import.meta.dirname}/../node_modules/.cache/node`;
/** The environment that `server/bin/finderfee` sets. */
const COMMAND_ENV = { NODE_COMPILE_CACHE: COMPILE_CACHE, MALLOC_MMAP_THRESHOLD_: '1048576' };

export interface Server {
  child: ChildProcess;
  url: string;
}

export const settings = (folder: string) => ({ DATA_DIR: folder, PORT: '0', API_KEYS: KEY, LOG_LEVEL: 'warn' });

export function withReadyServer<T>(
  env: Record<string, string>,
  use: (server: Server, ready_ms: number) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  return withServer(['service'], env, async (server) => {
    while ((await fetch(`${server.url}/readyz`)).status !== 200) await sleep(READY_POLL_MS);
    return use(server, performance.now() - started);
  });
}

/** Waits until the background work after an import is done: merging, learning word vectors, counting the vocabulary. */
export const waitUntilServerIdle = ({ child }: Server): Promise<number> =>
  waitUntilIdle(async () => {
    child.send('cpu');
    const [{ cpu_ms }] = (await once(child, 'message')) as [{ cpu_ms: number }];
    return cpu_ms;
  });

export async function importFile(folder: string, file: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, ['server/bin/finderfee.mjs', 'import', file], {
    env: { ...process.env, ...COMMAND_ENV, ...env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import exited with code ${code}`);
}

export async function withServer<T>(
  args: string[],
  env: Record<string, string>,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  const child = fork(`${import.meta.dirname}/server-under-test.ts`, args, {
    env: { ...process.env, ...COMMAND_ENV, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  try {
    let output = '';
    for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (output.includes('listening on')) break;
    }
    child.stdout!.resume();
    return await use({ child, url: /listening on (\S+)/.exec(output)![1]! });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}
