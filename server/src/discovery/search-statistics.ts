// Makes searches part of the search report.
import { createHmac } from 'node:crypto';
import type { CountedSearch } from '../store/search-report-store.ts';

const DIGEST_BYTES = 6;

export class SearchStatistics {
  readonly #secret: Uint8Array;
  readonly #max_callers: number;

  constructor(secret: Uint8Array, max_callers: number) {
    this.#secret = secret;
    this.#max_callers = max_callers;
  }

  /** The caller is stored as a keyed digest, which does not tell who it was. */
  count(caller: string): CountedSearch {
    const digest = createHmac('sha256', this.#secret).update(caller).digest();
    return { caller: digest.readUIntBE(0, DIGEST_BYTES), max_callers: this.#max_callers };
  }
}
