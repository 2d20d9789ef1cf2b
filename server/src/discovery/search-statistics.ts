// Makes searches part of the search report.
import { createHmac, randomBytes } from 'node:crypto';
import type { ConfigStore } from '../store/config-store.ts';
import type { CountedSearch } from '../store/search-report-store.ts';

const DIGEST_BYTES = 6;

type SecretStore = Pick<ConfigStore, 'getOrCreateSecret'>;

export class SearchStatistics {
  readonly #secret: Uint8Array;
  readonly #max_callers: number;

  /** Null if no statistics are kept. */
  static async open(
    store: SecretStore,
    { SEARCH_REPORTS, REPORT_MIN_COUNT }: { SEARCH_REPORTS: boolean; REPORT_MIN_COUNT: number },
  ): Promise<SearchStatistics | null> {
    return SEARCH_REPORTS ? new SearchStatistics(await SearchStatistics.secret(store), REPORT_MIN_COUNT) : null;
  }

  /** The key of the digests, which an installation keeps. */
  static secret(store: SecretStore): Promise<Uint8Array> {
    return store.getOrCreateSecret({ name: 'search_callers', proposed: randomBytes(32) });
  }

  constructor(secret: Uint8Array, max_callers: number) {
    this.#secret = secret;
    this.#max_callers = max_callers;
  }

  countConversation(convo_id: string): CountedSearch {
    return this.count(`conversation ${convo_id}`);
  }

  /** The caller is stored as a keyed digest, which does not tell who it was. */
  count(caller: string): CountedSearch {
    const digest = createHmac('sha256', this.#secret).update(caller).digest();
    return { caller: digest.readUIntBE(0, DIGEST_BYTES), max_callers: this.#max_callers };
  }
}
