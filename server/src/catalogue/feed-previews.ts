// Looks at feeds before they are registered: fetches them as a run does, and reads their first rows in a thread.
import { rm, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import { NO_VALIDATORS } from '../fetching/download.ts';
import { hasRoom } from '../free-disk.ts';
import { FeedError } from '../reading/feed-error.ts';
import { newDownload } from './downloads.ts';
import type { FilePreview, PreviewedFile } from './preview-file.ts';
import { type FetchEnvironment, withDownload } from './run-feed.ts';

export interface PreviewSource extends Omit<PreviewedFile, 'path'> {
  /** Where it is fetched from, or the file itself. */
  from: URL | Buffer;
}

/** Each may download a file of FEED_MAX_MB. */
const MAX_CONCURRENT = 2;
/** Far more than the rows that are shown, and than the prefix that detects the format. */
const HEAD_BYTES = 8 * 1024 * 1024;
const DEADLINE_MS = 60_000;
const MAX_HEAP_MB = 512;

export class FeedPreviews {
  readonly #env: FetchEnvironment;
  readonly #stopping = new AbortController();
  #running = 0;

  constructor(env: FetchEnvironment) {
    // A person waits for the answer.
    this.#env = { ...env, retry_delays_ms: [], head_bytes: HEAD_BYTES };
  }

  start(): void {}

  stop(): void {
    this.#stopping.abort();
  }

  /** Throws a `FeedError` if the feed cannot be fetched. */
  async preview({ from, ...source }: PreviewSource, aborted: AbortSignal): Promise<FilePreview> {
    if (this.#running >= MAX_CONCURRENT) throw new AppError('overloaded');
    if (!hasRoom(this.#env.disk)) throw new AppError('disk_low');
    const signal = AbortSignal.any([aborted, this.#stopping.signal]);
    const read = (path: string) => readInThread({ ...source, path }, signal);
    this.#running++;
    try {
      return from instanceof URL
        ? await withDownload({ ...this.#env, signal }, { url: from.href, validators: NO_VALIDATORS }, async (fetched) =>
            read((await fetched())!.path),
          )
        : await this.#withFile(from, read);
    } finally {
      this.#running--;
    }
  }

  async #withFile<T>(content: Buffer, action: (path: string) => Promise<T>): Promise<T> {
    const path = await newDownload(this.#env.folder);
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600 });
      return await action(path);
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** The thread never outlives the request, nor the deadline. */
function readInThread(file: PreviewedFile, signal: AbortSignal): Promise<FilePreview> {
  const worker = new Worker(new URL('./preview-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const ended = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const read = new Promise<FilePreview>((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new FeedError('reading its first rows takes too much memory')
          : new AppError('internal', { cause }),
      ),
    );
    ended.addEventListener('abort', () => reject(new FeedError('reading its first rows takes too long')));
    if (ended.aborted) reject(new AppError('not_ready'));
  });
  return read.finally(() => worker.terminate());
}
