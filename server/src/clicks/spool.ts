// Click spool: holds clicks that the store could not commit as JSON lines in SPOOL_DIR, and delivers them later.
// Lines are flushed to disk before the redirect; a file is removed after all its clicks are committed.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackgroundLoop } from '../background-loop.ts';
import { makeFolderWithParents } from '../make-folder.ts';
import { StartError } from '../start-error.ts';
import type { ClickWrite, LedgerStore } from '../store/ledger-store.ts';

const REST_MS = 1000;
const RETRY_MS = 5000;
/** A file is read into memory as a whole for delivery, so its size is bounded. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 256;
/** Bounded, because a file may hold more clicks than the store's queue accepts. */
const DELIVERY_BATCH = 500;

type ClickStore = Pick<LedgerStore, 'recordClick'>;

export class ClickSpool {
  readonly #folder: string;
  #file: { path: string; handle: FileHandle; bytes: number } | undefined;
  #lines: string[] = [];
  /** The pending flush. Clicks that arrive during a flush share the next one. */
  #nextFlush: Promise<void> | undefined;
  /** Serialises operations on the open file. */
  #lock: Promise<unknown> = Promise.resolve();
  #delivery: BackgroundLoop | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<ClickSpool> {
    try {
      makeFolderWithParents(folder);
      await access(folder, constants.W_OK);
    } catch (error) {
      throw new StartError(`SPOOL_DIR ${folder} cannot be written: ${(error as Error).message}`);
    }
    return new ClickSpool(folder);
  }

  /** Resolves after the click is flushed to disk. */
  add(click: ClickWrite): Promise<void> {
    this.#lines.push(`${JSON.stringify(click)}\n`);
    this.#nextFlush ??= this.#exclusive(() => this.#flush());
    return this.#nextFlush;
  }

  /** Delivers spooled clicks to the store until stopped, pausing while `mustWait` returns true. */
  startDelivery(store: ClickStore, onFault: (error: unknown) => void, mustWait = () => false): void {
    const run = async () => !mustWait() && this.#deliver(store, onFault);
    this.#delivery = new BackgroundLoop({ run, rest_ms: REST_MS, retry_ms: RETRY_MS, onFault });
    this.#delivery.start();
  }

  /** Delivers what is spooled now. */
  async deliverAll(store: ClickStore, onFault: (error: unknown) => void): Promise<void> {
    await this.#deliver(store, onFault);
  }

  async stop(): Promise<void> {
    await this.#delivery?.stop();
    await this.#exclusive(() => this.#closeFile());
  }

  #exclusive<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#lock.then(action);
    this.#lock = result.catch(() => {});
    return result;
  }

  async #flush(): Promise<void> {
    this.#nextFlush = undefined;
    const text = this.#lines.splice(0).join('');
    try {
      do {
        if (this.#file && this.#file.bytes >= MAX_FILE_BYTES) await this.#closeFile();
        this.#file ??= await this.#openFile();
        await this.#file.handle.appendFile(text);
        await this.#file.handle.datasync();
        this.#file.bytes += Buffer.byteLength(text);
      } while (await this.#wasTaken());
    } catch (error) {
      // The file may end in a partial line, so nothing may be appended to it.
      await this.#closeFile().catch(() => {});
      throw error;
    }
  }

  /** Another process that shares the folder may deliver the open file. What was written since goes to a new one. */
  async #wasTaken(): Promise<boolean> {
    try {
      await access(this.#file!.path);
      return false;
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#closeFile();
      return true;
    }
  }

  #newPath(): string {
    return join(this.#folder, `clicks-${randomUUID()}.jsonl`);
  }

  async #openFile() {
    if ((await this.#list()).length >= MAX_FILES) throw new Error('the click spool is full');
    const path = this.#newPath();
    const handle = await open(path, 'ax', 0o600);
    try {
      await syncFolder(this.#folder);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return { path, handle, bytes: 0 };
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }

  async #list(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => /^clicks-[\w-]+\.jsonl$/.test(name)).map((name) => join(this.#folder, name));
  }

  /** Closed files first: while the store refuses them the open file stays open, which keeps the number of files low. */
  async #deliver(store: ClickStore, onFault: (error: unknown) => void): Promise<boolean> {
    await this.#deliverClosed(store, onFault);
    await this.#exclusive(() => this.#closeFile());
    await this.#deliverClosed(store, onFault);
    return false;
  }

  async #deliverClosed(store: ClickStore, onFault: (error: unknown) => void): Promise<void> {
    // Under the lock, so that a file being created is not taken for an empty closed one.
    const paths = await this.#exclusive(async () => (await this.#list()).filter((path) => path !== this.#file?.path));
    for (const path of paths) {
      try {
        await this.#deliverFile(path, store, onFault);
      } catch (error) {
        // Another process that shares the folder has delivered the file.
        if (!isMissing(error)) throw error;
      }
    }
  }

  /** Renamed before its last lines are read: a process that still writes to it then notices (`#wasTaken`). */
  async #deliverFile(path: string, store: ClickStore, onFault: (error: unknown) => void): Promise<void> {
    const delivered_bytes = await deliverLines(path, 0, store, onFault);
    const taken = this.#newPath();
    await rename(path, taken);
    await deliverLines(taken, delivered_bytes, store, onFault);
    await rm(taken, { force: true });
  }
}

/** Delivers the clicks from an offset on and returns where they end. Recording a click is idempotent. */
async function deliverLines(
  path: string,
  from_bytes: number,
  store: ClickStore,
  onFault: (error: unknown) => void,
): Promise<number> {
  const bytes = await readFile(path);
  // Text after the last newline was never flushed completely.
  const end_bytes = bytes.lastIndexOf('\n') + 1;
  const clicks = readClicks(bytes.toString('utf8', from_bytes, end_bytes).split('\n').slice(0, -1), onFault);
  while (clicks.length > 0) {
    await Promise.all(clicks.splice(0, DELIVERY_BATCH).map((click) => store.recordClick(click)));
  }
  return end_bytes;
}

/** Makes new directory entries durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function readClicks(lines: string[], onFault: (error: unknown) => void): ClickWrite[] {
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as ClickWrite];
    } catch {
      onFault(new Error('skipped a damaged line in the click spool'));
      return [];
    }
  });
}
