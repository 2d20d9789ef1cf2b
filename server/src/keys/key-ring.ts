// The accepted keys: those of the setting API_KEYS and the stored ones, refreshed twice a second.
import { type Endpoint, SCOPES, type Scope } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import type { ConfigStore, StoredKey } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { digestOf } from './create-key.ts';

const REFRESH_MS = 500;
/** A key from API_KEYS has every scope except reading emails. */
const ENVIRONMENT_SCOPES = SCOPES.filter((scope) => scope !== 'pii');

export interface KeyHolder {
  id: string;
  scopes: readonly Scope[];
}

/** The endpoints that the /try page calls. Its key is public, so it is valid nowhere else. */
const PAGE_ENDPOINTS: readonly Endpoint[] = [endpoints.searchProducts, endpoints.getProduct, endpoints.similarProducts];

interface RingEntry extends Pick<StoredKey, 'id' | 'digest' | 'scopes' | 'expires_at_ms' | 'revoked_at_ms'> {
  /** If set, the key is valid for these endpoints only. */
  only?: readonly Endpoint[];
}

export class KeyRing {
  readonly #deps: StoreDeps<ConfigStore>;
  readonly #fixed: RingEntry[];
  readonly #onFault: (error: unknown) => void;
  #entries = new Map<string, RingEntry>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: StoreDeps<ConfigStore>, apiKeys: readonly string[], onFault: (error: unknown) => void) {
    this.#deps = deps;
    this.#onFault = onFault;
    this.#fixed = apiKeys.map((key, i) => ({
      id: `API_KEYS[${i}]`,
      digest: digestOf(key),
      scopes: ENVIRONMENT_SCOPES,
      expires_at_ms: null,
      revoked_at_ms: null,
    }));
  }

  /** Loads the keys and refreshes them until `stop`, so that changes of other processes apply within a second. */
  async start(): Promise<void> {
    await this.refresh();
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
  }

  // Sequential, so that an older result cannot replace a newer one.
  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(async () => {
      await this.refresh().catch(this.#onFault);
      this.#schedule();
    }, REFRESH_MS).unref();
  }

  /** Accepts a key that can only search. It is not stored with the other keys. */
  addPageKey(key: string): void {
    const entry = { id: 'try-page', digest: digestOf(key), expires_at_ms: null, revoked_at_ms: null };
    this.#fixed.push({ ...entry, scopes: ['discovery'], only: PAGE_ENDPOINTS });
  }

  /** Undefined if the key is unknown, revoked, expired, or not valid for this endpoint. */
  find(key: string, endpoint?: Endpoint): KeyHolder | undefined {
    if (key === '') return undefined;
    const entry = this.#entries.get(digestOf(key).toString('hex'));
    if (!entry) return undefined;
    if (entry.only && !(endpoint && entry.only.includes(endpoint))) return undefined;
    const isExpired = entry.expires_at_ms !== null && entry.expires_at_ms <= this.#deps.clock.now_ms();
    return isExpired || entry.revoked_at_ms !== null ? undefined : entry;
  }

  async refresh(): Promise<void> {
    const entries = [...this.#fixed, ...(await this.#deps.store.listKeys({}))];
    this.#entries = new Map(entries.map((entry) => [Buffer.from(entry.digest).toString('hex'), entry]));
  }
}
