// A service of the benchmarks: a process of its own with a folder of its own, ended whatever comes of it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilIdle } from './until-idle.ts';

/** How often a service is asked whether it is ready. */
const LOOK_MS = 10;
export const KEY = 'bench-key';
/** Where the command keeps what was compiled: otherwise every thread would hold what it takes to translate the sources. */
export const COMPILED = `${import.meta.dirname}/../node_modules/.cache/node`;
/** As the command begins, `server/bin/finderfee`. */
const AS_STARTED = { NODE_COMPILE_CACHE: COMPILED, MALLOC_MMAP_THRESHOLD_: '1048576' };

export interface Server {
  child: ChildProcess;
  url: string;
}

export const settings = (folder: string) => ({ DATA_DIR: folder, PORT: '0', API_KEYS: KEY, LOG_LEVEL: 'warn' });

export function withReady<T>(
  env: Record<string, string>,
  use: (server: Server, ready_ms: number) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  return withServer(['service'], env, async (server) => {
    while ((await fetch(`${server.url}/readyz`)).status !== 200) await sleep(LOOK_MS);
    return use(server, performance.now() - started);
  });
}

/** Until whatever an import leaves to be done later is done: merging, learning, counting. */
export const untilServerIdle = ({ child }: Server): Promise<number> =>
  untilIdle(async () => {
    child.send('cpu');
    const [{ cpu_ms }] = (await once(child, 'message')) as [{ cpu_ms: number }];
    return cpu_ms;
  });

export async function importFile(folder: string, file: string): Promise<void> {
  const child = spawn(process.execPath, ['server/bin/finderfee.mjs', 'import', file], {
    env: { ...process.env, ...AS_STARTED, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

export async function withServer<T>(
  args: string[],
  env: Record<string, string>,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  const child = fork(`${import.meta.dirname}/server-under-test.ts`, args, {
    env: { ...process.env, ...AS_STARTED, ...env },
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
