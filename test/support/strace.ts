// Parses an strace log of the server: when a fact was written to the write-ahead log, when that was synced, when the
// reply was sent.
import { spawnSync } from 'node:child_process';

const CALLS = 'fsync,fdatasync,write,writev,pwrite64,pwritev,sendto,sendmsg,sendmmsg';
/** More than a SQLite page or the head of a reply. */
const SHOWN_BYTES = 5000;

/** A launcher that execs the server and traces it from a separate process. */
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
  if (error) throw new Error(`cannot run strace (${error.message}): apt-get install strace`);
}

export interface Order {
  /** First line of the trace that shows the event; undefined if none does. */
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

/** For each id: the lines of its write to the log, of the end of the log's next sync, and of its reply. */
export function readOrders(trace: string, ids: string[]): Map<string, Order> {
  const writes: Entry[] = [];
  const replies: Entry[] = [];
  const syncs: { start: number; end: number; fd: string }[] = [];
  /** By thread: strace splits a call into two lines if another thread's call interleaves. */
  const unfinished = new Map<string, { start: number; fd: string }>();
  for (const [line, text] of trace.split('\n').entries()) {
    const resumed = RESUMED.exec(text);
    const sync = resumed && unfinished.get(resumed[1]!);
    if (resumed) unfinished.delete(resumed[1]!);
    if (sync && HAS_SUCCEEDED.test(text)) syncs.push({ ...sync, end: line });
    const call = CALL.exec(text);
    if (!call) continue;
    const [, thread, name, fd] = call as unknown as [string, string, string, string];
    if (/sync$/.test(name)) {
      if (text.endsWith('<unfinished ...>')) unfinished.set(thread, { start: line, fd });
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
