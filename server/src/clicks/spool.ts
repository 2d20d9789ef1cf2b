// Clicks that the store could not take when they came: kept in files of SPOOL_DIR, and brought to the store when it can.
// Lines of JSON, flushed before the person is redirected; a file is removed once the store has all of its clicks.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackgroundLoop } from '../background-loop.ts';
import { makeFolderWithParents } from '../make-folder.ts';
import { StartError } from '../start-error.ts';
import type { ClickWrite, Store } from '../store/port.ts';

const REST_MS = 1000;
const RETRY_MS = 5000;
/** A file is read at once when it is delivered, so it stays small; and the folder has a limit too. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 256;
/** A file may hold more clicks than may wait for the store, where others wait too. */
const DELIVERED_AT_ONCE = 500;

export class ClickSpool {
  readonly #folder: string;
  #file: { path: string; handle: FileHandle; bytes: number } | undefined;
  #lines: string[] = [];
  /** The flush that takes the lines of now; those that come while one is under way share the next. */
  #nextFlush: Promise<void> | undefined;
  /** One thing at a time is done with the open file. */
  #turn: Promise<unknown> = Promise.resolve();
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

  /** Resolves when the click is on the disk. */
  add(click: ClickWrite): Promise<void> {
    this.#lines.push(`${JSON.stringify(click)}\n`);
    this.#nextFlush ??= this.#inTurn(() => this.#flush());
    return this.#nextFlush;
  }

  /** Brings what is here to the store, and what comes later, until it is stopped; not while it must wait. */
  startDelivery(store: Pick<Store, 'recordClick'>, onFault: (error: unknown) => void, mustWait = () => false): void {
    const run = async () => !mustWait() && this.#deliver(store, onFault);
    this.#delivery = new BackgroundLoop({ run, rest_ms: REST_MS, retry_ms: RETRY_MS, onFault });
    this.#delivery.start();
  }

  async stop(): Promise<void> {
    await this.#delivery?.stop();
    await this.#inTurn(() => this.#closeFile());
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(action);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  async #flush(): Promise<void> {
    this.#nextFlush = undefined;
    const text = this.#lines.splice(0).join('');
    try {
      if (this.#file && this.#file.bytes >= MAX_FILE_BYTES) await this.#closeFile();
      this.#file ??= await this.#openFile();
      await this.#file.handle.appendFile(text);
      await this.#file.handle.datasync();
      this.#file.bytes += Buffer.byteLength(text);
    } catch (error) {
      // Half a line may stand at its end: nothing may follow it.
      await this.#closeFile().catch(() => {});
      throw error;
    }
  }

  async #openFile() {
    if ((await this.#list()).length >= MAX_FILES) throw new Error('the spool is full');
    const path = join(this.#folder, `clicks-${randomUUID()}.jsonl`);
    const handle = await open(path, 'ax', 0o600);
    // The name of the file must outlive a power cut too.
    const folder = await open(this.#folder);
    await folder.sync();
    await folder.close();
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

  /** What waits longest goes first: while the store does not take it the open file stays open, and files stay few. */
  async #deliver(store: Pick<Store, 'recordClick'>, onFault: (error: unknown) => void): Promise<boolean> {
    await this.#deliverClosed(store, onFault);
    await this.#inTurn(() => this.#closeFile());
    await this.#deliverClosed(store, onFault);
    return false;
  }

  async #deliverClosed(store: Pick<Store, 'recordClick'>, onFault: (error: unknown) => void): Promise<void> {
    // In turn, so that no file is just being made: it would look like one that has nothing to deliver.
    const paths = await this.#inTurn(async () => (await this.#list()).filter((path) => path !== this.#file?.path));
    for (const path of paths) {
      // What follows the last line end was never flushed as a whole. Delivered twice, a click is still one click.
      const clicks = readClicks((await readFile(path, 'utf8')).split('\n').slice(0, -1), onFault);
      while (clicks.length > 0) {
        await Promise.all(clicks.splice(0, DELIVERED_AT_ONCE).map((click) => store.recordClick(click)));
      }
      await rm(path);
    }
  }
}

function readClicks(lines: string[], onFault: (error: unknown) => void): ClickWrite[] {
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as ClickWrite];
    } catch {
      onFault(new Error('a damaged line of the spool was left out'));
      return [];
    }
  });
}
