// Polls the active synonyms, so that edits made by another process apply within a second.
import { BackgroundLoop } from '../background-loop.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { SynonymGroup } from '../text/synonyms.ts';
import { synonymsInUse } from './all-synonyms.ts';

const REFRESH_MS = 500;

interface SynonymListOptions {
  store: ConfigStore;
  /** Called with all groups at the start and after every change; retried until it succeeds. */
  onChange: (groups: SynonymGroup[]) => Promise<void>;
  onFault: (error: unknown) => void;
}

export class SynonymList {
  readonly #options: SynonymListOptions;
  readonly #loop: BackgroundLoop;
  /** JSON of the groups last passed to `onChange`. */
  #lastApplied: string | undefined;

  constructor(options: SynonymListOptions) {
    this.#options = options;
    const { onFault } = options;
    this.#loop = new BackgroundLoop({
      run: () => this.#refresh(),
      rest_ms: REFRESH_MS,
      retry_ms: REFRESH_MS,
      onFault,
    });
  }

  /** Resolves after the first `onChange` call. */
  async start(): Promise<void> {
    await this.#refresh();
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #refresh(): Promise<boolean> {
    const groups = await synonymsInUse(this.#options.store);
    const json = JSON.stringify(groups);
    if (json !== this.#lastApplied) {
      await this.#options.onChange(groups);
      this.#lastApplied = json;
    }
    return false;
  }
}
