// The keys that are accepted right now: those of the setting API_KEYS and the stored ones, looked up again twice a second.
import { type Endpoint, SCOPES, type Scope } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import type { StoreDeps } from '../deps.ts';
import type { StoredKey } from '../store/port.ts';
import { digestOf } from './create-key.ts';

const REFRESH_MS = 500;
/** A key from the environment may do everything but read people's emails. */
const ENVIRONMENT_SCOPES = SCOPES.filter((scope) => scope !== 'pii');

export interface KeyHolder {
  id: string;
  scopes: readonly Scope[];
}

/** Everyone can read the key that the page at /try searches with. */
const PAGE_ENDPOINTS: readonly Endpoint[] = [endpoints.searchProducts, endpoints.getProduct, endpoints.similarProducts];

interface RingEntry extends Pick<StoredKey, 'id' | 'digest' | 'scopes' | 'expires_at_ms' | 'revoked_at_ms'> {
  /** A key for these endpoints, and none elsewhere. */
  only?: readonly Endpoint[];
}

export class KeyRing {
  readonly #deps: StoreDeps;
  readonly #fixed: RingEntry[];
  readonly #onFault: (error: unknown) => void;
  #entries = new Map<string, RingEntry>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: StoreDeps, apiKeys: readonly string[], onFault: (error: unknown) => void) {
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

  /** Loads the keys and follows them until `stop`, so that another process's change counts within a second. */
  async start(): Promise<void> {
    await this.refresh();
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
  }

  // One after the other: an older answer must not overtake a newer one.
  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(async () => {
      await this.refresh().catch(this.#onFault);
      this.#schedule();
    }, REFRESH_MS).unref();
  }

  /** Accepts a key that can search and nothing else; it is not among the stored ones. */
  addPageKey(key: string): void {
    const entry = { id: 'try-page', digest: digestOf(key), expires_at_ms: null, revoked_at_ms: null };
    this.#fixed.push({ ...entry, scopes: ['discovery'], only: PAGE_ENDPOINTS });
  }

  /** Who holds the key; undefined when it is unknown, revoked or expired, or none for this endpoint. */
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
