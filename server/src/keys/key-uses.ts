// Notes when keys are used: in memory, and in the store at most once a minute.
import { BackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { ConfigStore } from '../store/config-store.ts';

const FLUSH_MS = 60_000;
const RETRY_MS = 5000;

interface KeyUsesDeps {
  store: Pick<ConfigStore, 'recordKeyUses'>;
  clock: Clock;
  onFault: (error: unknown) => void;
}

export class KeyUses {
  readonly #deps: KeyUsesDeps;
  readonly #loop: BackgroundLoop;
  #pending = new Map<string, number>();

  constructor(deps: KeyUsesDeps) {
    this.#deps = deps;
    this.#loop = new BackgroundLoop({
      run: async () => {
        await this.flush();
        return false;
      },
      ...{ rest_ms: FLUSH_MS, retry_ms: RETRY_MS, max_retry_ms: FLUSH_MS, onFault: deps.onFault },
    });
  }

  note(id: string): void {
    this.#pending.set(id, this.#deps.clock.now_ms());
  }

  async flush(): Promise<void> {
    const noted = this.#pending;
    if (noted.size === 0) return;
    this.#pending = new Map();
    try {
      await this.#deps.store.recordKeyUses({ uses: [...noted].map(([id, used_at_ms]) => ({ id, used_at_ms })) });
    } catch (error) {
      // Newer uses win.
      this.#pending = new Map([...noted, ...this.#pending]);
      throw error;
    }
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush().catch(this.#deps.onFault);
  }
}
