// A service of the benchmarks: a process of its own with a folder of its own, ended whatever comes of it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a service is asked whether it is ready. */
const LOOK_MS = 10;
/** A service that takes less than this part of a thread, several times one after the other, has nothing left to do. */
const IDLE_PART = 0.1;
const IDLE_LOOKS = 4;
const IDLE_LOOK_MS = 1000;
const MOST_IDLE_LOOKS = 300;
export const KEY = 'bench-key';
/** What was compiled is kept for the next start, as `finderfee` keeps it. */
/** As `npm start` keeps it: otherwise every thread would hold what it takes to translate the sources. */
export const COMPILED = `${import.meta.dirname}/../node_modules/.cache/node`;

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
export async function untilIdle({ child }: Server): Promise<void> {
  let [idle, before] = [0, Number.POSITIVE_INFINITY];
  for (let looks = 0; idle < IDLE_LOOKS && looks < MOST_IDLE_LOOKS; looks++) {
    await sleep(IDLE_LOOK_MS);
    child.send('cpu');
    const [{ cpu_ms }] = (await once(child, 'message')) as [{ cpu_ms: number }];
    idle = cpu_ms - before < IDLE_PART * IDLE_LOOK_MS ? idle + 1 : 0;
    before = cpu_ms;
  }
}

export async function importFile(folder: string, file: string): Promise<void> {
  const child = spawn(process.execPath, ['server/bin/finderfee.mjs', 'import', file], {
    env: { ...process.env, DATA_DIR: folder },
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
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
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
