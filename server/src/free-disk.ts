// Free disk space. Below MIN_FREE_DISK_MB writes are rejected, before the disk is full.
import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { BackgroundLoop } from './background-loop.ts';

const CHECK_MS = 1000;
const RETRY_MS = 10_000;

export interface DiskLimit {
  folder: string;
  /** 0 disables the limit. */
  min_bytes: number;
}

/** A synchronous check for commands. */
export function hasRoom({ folder, min_bytes }: DiskLimit): boolean {
  // Without a limit the folder need not exist.
  if (min_bytes === 0) return true;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= min_bytes;
}

/** Polls once a second, for a service that checks on every write. */
export class FreeDisk {
  readonly #limit: DiskLimit;
  readonly #onFault: (error: unknown) => void;
  readonly #loop: BackgroundLoop;
  #free_bytes = Number.POSITIVE_INFINITY;

  constructor(limit: DiskLimit, onFault: (error: unknown) => void) {
    this.#limit = limit;
    this.#onFault = onFault;
    const run = async () => {
      await this.check();
      return false;
    };
    this.#loop = new BackgroundLoop({ run, rest_ms: CHECK_MS, retry_ms: RETRY_MS, onFault });
  }

  get free_bytes(): number {
    return this.#free_bytes;
  }

  get isLow(): boolean {
    return this.#free_bytes < this.#limit.min_bytes;
  }

  async check(): Promise<void> {
    const wasLow = this.isLow;
    const { bavail, bsize } = await statfs(this.#limit.folder);
    this.#free_bytes = bavail * bsize;
    if (this.isLow && !wasLow)
      this.#onFault(new Error('the disk is nearly full: writes are rejected until space is freed'));
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }
}
