// Files that operators upload to a feed, and dry runs. Each runs in a process of its own, like scheduled runs.
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import { hasRoom } from '../free-disk.ts';
import { newDownload } from './downloads.ts';
import type { RunEnd, RunningFeed } from './feed-scheduler.ts';
import type { FetchEnvironment } from './run-feed.ts';

export interface FileRun {
  /** Null: the feed is fetched. */
  path: string | null;
  /** Display name of the file. */
  name: string;
  force: boolean;
  dry_run: boolean;
}

export interface RunningFileRun extends RunningFeed {
  /** The id of the run, once it has begun; null if it ended before. */
  begun: Promise<number | null>;
  /** What the process has printed. */
  output(): string;
}

interface Options {
  start: (id: string, run: FileRun) => RunningFileRun;
  env: Pick<FetchEnvironment, 'folder' | 'max_bytes' | 'disk'>;
  onFault: (error: unknown) => void;
}

/** Uploads and dry runs at the same time. Each may use a process and a file of FEED_MAX_MB. */
const MAX_CONCURRENT = 2;
/** A client that sends less than this in this time is disconnected. */
const MIN_BYTES = 64 * 1024;
const MIN_RATE_MS = 30_000;
/** Free disk space is checked this often. */
const CHECKED_BYTES = 16 * 1024 * 1024;

export class FeedFiles {
  readonly #options: Options;
  readonly #running = new Set<RunningFileRun>();
  #taken = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {}

  /** Kills running imports. */
  async stop(): Promise<void> {
    for (const run of this.#running) run.kill();
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  /** Resolves when the run has begun. */
  async import(id: string, file: Readable, run: Pick<FileRun, 'name' | 'force'>): Promise<number> {
    const started = await this.#begin(id, file, { ...run, dry_run: false });
    const run_id = await started.begun;
    if (run_id !== null) return run_id;
    const { reason, message, stderr } = await started.ended;
    if (/ in progress$/.test(reason)) throw new AppError('feed_busy');
    throw new AppError('internal', { cause: `${message}\n${stderr}` });
  }

  /** The output and the end of a dry run. It ends early if the signal is aborted. */
  async predict(
    id: string,
    file: Readable | null,
    { signal, ...run }: Pick<FileRun, 'name' | 'force'> & { signal: AbortSignal },
  ): Promise<RunEnd & { output: string }> {
    const started = await this.#begin(id, file, { ...run, dry_run: true });
    signal.addEventListener('abort', started.kill);
    if (signal.aborted) started.kill();
    return { ...(await started.ended), output: started.output() };
  }

  /** Receives the file, starts the process, and removes the file when it has ended. */
  async #begin(id: string, file: Readable | null, run: Omit<FileRun, 'path'>): Promise<RunningFileRun> {
    if (this.#taken >= MAX_CONCURRENT) throw new AppError('overloaded');
    this.#taken++;
    let path: string | null = null;
    const release = async () => {
      this.#taken--;
      if (path !== null) await rm(path, { force: true });
    };
    try {
      if (file) {
        path = await newDownload(this.#options.env.folder);
        await this.#receive(file, path);
      }
      const started = this.#options.start(id, { ...run, path });
      this.#running.add(started);
      void started.ended
        .then(() => this.#running.delete(started))
        .then(release)
        .catch(this.#options.onFault);
      return started;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The rest of a file that is refused stays unread, so that the client can read the answer. */
  async #receive(file: Readable & { headers?: Record<string, unknown> }, path: string): Promise<void> {
    const { max_bytes } = this.#options.env;
    if (Number(file.headers?.['content-length']) > max_bytes) throw new AppError('body_too_large');
    this.#requireRoom();
    let received = 0;
    let checked = 0;
    const timer = setInterval(() => {
      if (received - checked < MIN_BYTES) file.destroy(new AppError('request_timeout'));
      checked = received;
    }, MIN_RATE_MS);
    let saved: FileHandle | undefined;
    try {
      saved = await open(path, 'wx', 0o600);
      for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (received > max_bytes) throw new AppError('body_too_large');
        if (received % CHECKED_BYTES < chunk.length) this.#requireRoom();
        await saved.appendFile(chunk);
      }
    } catch (error) {
      throw error instanceof AppError ? error : toAppError(error);
    } finally {
      clearInterval(timer);
      await saved?.close();
    }
  }

  #requireRoom(): void {
    if (!hasRoom(this.#options.env.disk)) throw new AppError('disk_low');
  }
}

const toAppError = (cause: unknown) =>
  new AppError((cause as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disk_low' : 'bad_request', { cause });
