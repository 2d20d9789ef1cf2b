// Goal 22: importing a hostile feed ends with a clear message and within a memory limit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { HOSTILE_KINDS, type HostileFeed, hostileFeed } from '../support/hostile-feeds.ts';
import { pick } from '../support/seeded.ts';
import { baseEnv, CLI } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** The process needs 150 MB, and a single record up to 40 MB. */
const MAX_MB = 600;
const POLL_MS = 20;
const CONCURRENT_IMPORTS = 2;

/** Peak memory of a process so far; 0 once it has ended, and on systems without /proc. */
function peakMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function importFeed({ name, bytes, says }: HostileFeed): Promise<string[]> {
  const folder = temporaryFolder();
  try {
    writeFileSync(`${folder}/feed`, bytes);
    const env = { ...baseEnv, DATA_DIR: `${folder}/data` };
    const child = spawn(process.execPath, [CLI, 'import', `${folder}/feed`], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    let mb = 0;
    const timer = setInterval(() => (mb = Math.max(mb, peakMb(child.pid!))), POLL_MS);
    const [code, signal] = await once(child, 'close');
    clearInterval(timer);
    const violations: string[] = [];
    if (code !== 0 && code !== 1) violations.push(`${name}: exited with ${code ?? signal}`);
    if (/^\s+at /m.test(output) || !says.test(output))
      violations.push(`${name}: unexpected output ${output.slice(0, 500)}`);
    if (mb > MAX_MB) violations.push(`${name}: used ${Math.round(mb)} MB`);
    return violations;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  const feeds = Array.from({ length: count }, () => pick(HOSTILE_KINDS, random));
  const violations: string[] = [];
  const worker = async () => {
    for (let name = feeds.pop(); name; name = feeds.pop()) {
      const outcome = await importFeed(hostileFeed(name, random));
      violations.push(...outcome);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_IMPORTS }, worker));
  return { figures: { feeds: count, violations: violations.length }, violations };
}

export const hostileFeeds: Fault = {
  goal: 22,
  promise: 'importing a hostile feed ends with a clear message, within 600 MB of memory',
  round_size: 6,
  torture_size: 600,
  run,
};
