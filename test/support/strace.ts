// Reads what strace wrote of a server: when a fact went into a write-ahead log, when that was synced, when the reply left.
import { spawnSync } from 'node:child_process';

const CALLS = 'fsync,fdatasync,write,writev,pwrite64,pwritev,sendto,sendmsg,sendmmsg';
/** More than a page of SQLite or the head of a reply, each of whose bytes may be shown as text. */
const SHOWN_BYTES = 5000;

/** The command that becomes the server, watched by a process of its own. */
export const straceTo = (file: string): string[] => [
  'strace',
  '-D',
  '-f',
  '-y',
  '--seccomp-bpf',
  '-s',
  String(SHOWN_BYTES),
  '-e',
  `trace=${CALLS}`,
  '-o',
  file,
];

export function requireStrace(): void {
  const { error } = spawnSync('strace', ['-V']);
  if (error) throw new Error(`strace cannot be run (${error.message}): apt-get install strace`);
}

export interface Order {
  /** The line at which each was seen first; undefined where it never was. */
  written: number | undefined;
  synced: number | undefined;
  replied: number | undefined;
}

interface Entry {
  line: number;
  fd: string;
  text: string;
}

const CALL = /^(\d+) +(\w+)\((\d+<[^>]*>)/;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>/;
const HAS_SUCCEEDED = / = 0$/;

/** For each id: where it was written to the log, where that log's next sync had ended, where its reply began to leave. */
export function readOrders(trace: string, ids: string[]): Map<string, Order> {
  const writes: Entry[] = [];
  const replies: Entry[] = [];
  const syncs: { start: number; end: number; fd: string }[] = [];
  /** A call that another thread's call interrupts in the trace is told in two lines. */
  const begun = new Map<string, { start: number; fd: string }>();
  for (const [line, text] of trace.split('\n').entries()) {
    const resumed = RESUMED.exec(text);
    const sync = resumed && begun.get(resumed[1]!);
    if (resumed) begun.delete(resumed[1]!);
    if (sync && HAS_SUCCEEDED.test(text)) syncs.push({ ...sync, end: line });
    const call = CALL.exec(text);
    if (!call) continue;
    const [, thread, name, fd] = call as unknown as [string, string, string, string];
    if (/sync$/.test(name)) {
      if (text.endsWith('<unfinished ...>')) begun.set(thread, { start: line, fd });
      else if (HAS_SUCCEEDED.test(text)) syncs.push({ start: line, end: line, fd });
    } else if (/ledger\.db-wal>/.test(fd)) writes.push({ line, fd, text });
    else if (/<(socket|TCP)/.test(fd) && text.includes('HTTP/1.1 ')) replies.push({ line, fd, text });
  }
  return new Map(ids.map((id) => [id, orderOf(id)]));

  function orderOf(id: string): Order {
    const written = writes.find(({ text }) => text.includes(id));
    const synced = written && syncs.find(({ start, fd }) => fd === written.fd && start > written.line);
    const replied = replies.find(({ text }) => text.includes(`x-request-id: ${id}\\r`));
    return { written: written?.line, synced: synced?.end, replied: replied?.line };
  }
}
