// Keeps cached lists up to date: reads the stamps of the store twice a second and reloads the lists that have changed.
import { BackgroundLoop } from './background-loop.ts';
import type { ConfigStore, Stamps } from './store/config-store.ts';

const POLL_MS = 500;

type ListName = 'keys' | 'synonyms';

interface Watched {
  name: ListName;
  reload: () => Promise<void>;
  /** The version before the last successful reload. */
  loaded: string;
}

export class StampWatcher {
  readonly #store: ConfigStore;
  readonly #loop: BackgroundLoop;
  readonly #watched: Watched[] = [];
  #isFailing = false;

  constructor(store: ConfigStore, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#loop = new BackgroundLoop({ run: () => this.#poll(), rest_ms: POLL_MS, retry_ms: POLL_MS, onFault });
  }

  /** Whether the last attempt to read the stamps failed: a cheap sign that the database is away. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Loads a list now, and again within a second of each change, also by another process. */
  async watch(name: ListName, reload: () => Promise<void>): Promise<void> {
    const loaded = versionOf(await this.#store.readStamps({}), name);
    await reload();
    this.#watched.push({ name, reload, loaded });
  }

  /** A failed reload is repeated in the next round. */
  async #poll(): Promise<boolean> {
    const stamps = await this.#readStamps();
    const changed = this.#watched.filter(({ name, loaded }) => versionOf(stamps, name) !== loaded);
    const reloads = changed.map(async (watched) => {
      await watched.reload();
      watched.loaded = versionOf(stamps, watched.name);
    });
    await Promise.all(reloads);
    return false;
  }

  async #readStamps(): Promise<Stamps> {
    try {
      const stamps = await this.#store.readStamps({});
      this.#isFailing = false;
      return stamps;
    } catch (error) {
      this.#isFailing = true;
      throw error;
    }
  }
}

/** A restored database may have the same stamp for another list. */
const versionOf = (stamps: Stamps, name: ListName): string => `${stamps.epoch} ${stamps[name]}`;
