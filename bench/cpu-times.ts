// CPU time of the processes of a deployment, read from Linux and from OpenSearch.
import { globSync, readFileSync } from 'node:fs';
import { queryDatabase } from '../test/support/postgres-client.ts';

/** Linux counts the CPU time of processes in hundredths of a second. */
const TICK_MS = 10;

/** The fields of /proc/PID/stat after the name; null if the process has ended. */
function statOf(pid: number | string): number[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) \S /s, '')
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

const ownMs = ([, , , , , , , , , , user, system]: number[]) => (user! + system!) * TICK_MS;
const childrenMs = ([, , , , , , , , , , , , user, system]: number[]) => (user! + system!) * TICK_MS;

/** All threads of a process. */
export function processCpuMs(pid: number): number {
  const stat = statOf(pid);
  return stat ? ownMs(stat) : 0;
}

/** The server process of PostgreSQL and its connections, on this machine. */
export async function postgresCpuMs(url: string): Promise<number> {
  const [row] = await queryDatabase(url, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`);
  const server = statOf(row!.pid as number)!;
  const connections = globSync('/proc/[0-9]*/stat')
    .map((path) => statOf(path.split('/')[2]!))
    .filter((stat) => stat?.[0] === row!.pid);
  return connections.reduce((sum, stat) => sum + ownMs(stat!), ownMs(server) + childrenMs(server));
}

interface NodeStats {
  nodes: Record<string, { process: { cpu: { total_in_millis: number } } }>;
}

export async function openSearchCpuMs(url: string): Promise<number> {
  const { nodes } = (await (await fetch(`${url}/_nodes/stats/process`)).json()) as NodeStats;
  return Object.values(nodes).reduce((sum, node) => sum + node.process.cpu.total_in_millis, 0);
}
