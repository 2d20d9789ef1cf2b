// The accepted keys: those of the setting API_KEYS and the stored ones.
import { type Endpoint, SCOPES, type Scope } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import type { ConfigStore, StoredKey } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { digestOf } from './create-key.ts';

/** A key from API_KEYS has every scope except reading emails. */
const ENVIRONMENT_SCOPES = SCOPES.filter((scope) => scope !== 'pii');

export interface KeyHolder {
  id: string;
  name: string;
  scopes: readonly Scope[];
}

/** The endpoints that the /try page calls. Its key is public, so it is valid nowhere else. */
const PAGE_ENDPOINTS: readonly Endpoint[] = [endpoints.searchProducts, endpoints.getProduct, endpoints.similarProducts];

interface RingEntry extends Pick<StoredKey, 'id' | 'name' | 'digest' | 'scopes' | 'expires_at_ms' | 'revoked_at_ms'> {
  /** If set, the key is valid for these endpoints only. */
  only?: readonly Endpoint[];
}

const lasting = (id: string, digest: Uint8Array) => ({
  id,
  name: id,
  digest,
  expires_at_ms: null,
  revoked_at_ms: null,
});

export class KeyRing {
  readonly #deps: StoreDeps<ConfigStore>;
  readonly #fixed: RingEntry[];
  #entries = new Map<string, RingEntry>();

  constructor(deps: StoreDeps<ConfigStore>, apiKeys: readonly string[]) {
    this.#deps = deps;
    this.#fixed = apiKeys.map((key, i) => ({
      ...lasting(`API_KEYS[${i}]`, digestOf(key)),
      scopes: ENVIRONMENT_SCOPES,
    }));
  }

  /** Accepts a key that can only search. It is not stored with the other keys. */
  addPageKey(key: string): void {
    this.#fixed.push({ ...lasting('try-page', digestOf(key)), scopes: ['discovery'], only: PAGE_ENDPOINTS });
  }

  /** Accepts the holder of the link that `--demo` prints. */
  addLinkHolder(digest: Uint8Array): void {
    this.#fixed.push({ ...lasting('demo link', digest), scopes: ENVIRONMENT_SCOPES });
  }

  /** Undefined if the key is unknown, revoked, expired, or not valid for this endpoint. */
  find(key: string, endpoint?: Endpoint): KeyHolder | undefined {
    return key === '' ? undefined : this.findByDigest(digestOf(key), endpoint);
  }

  findByDigest(digest: Uint8Array, endpoint?: Endpoint): KeyHolder | undefined {
    const entry = this.#entries.get(Buffer.from(digest).toString('hex'));
    if (!entry) return undefined;
    if (entry.only && !(endpoint && entry.only.includes(endpoint))) return undefined;
    const isExpired = entry.expires_at_ms !== null && entry.expires_at_ms <= this.#deps.clock.now_ms();
    return isExpired || entry.revoked_at_ms !== null ? undefined : entry;
  }

  /** Loads the stored keys. */
  async refresh(): Promise<void> {
    const entries = [...this.#fixed, ...(await this.#deps.store.listKeys({}))];
    this.#entries = new Map(entries.map((entry) => [Buffer.from(entry.digest).toString('hex'), entry]));
  }
}
