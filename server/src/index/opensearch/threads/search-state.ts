// What every search thread of the OpenSearch engine needs: its connection, the live generation, word vectors, synonyms.
import type { SynonymGroup } from '../../../text/synonyms.ts';
import type { PackedWordVectors } from '../../ranking/word-vectors.ts';
import type { ThreadState } from '../../threads/search-queue.ts';
import type { ClientOptions } from '../client.ts';
import type { PublishedGeneration } from '../generation-keeper.ts';

export type SearchBroadcast =
  /** The first message of a thread. */
  | { kind: 'connect'; client: ClientOptions }
  | PublishedGeneration
  /** null: none were trained. */
  | { kind: 'word_vectors'; vectors: PackedWordVectors | null }
  | { kind: 'synonyms'; groups: readonly SynonymGroup[] };

/** Keeps the last message of each kind. */
export class SearchState implements ThreadState<SearchBroadcast> {
  readonly #last = new Map<SearchBroadcast['kind'], SearchBroadcast>();

  constructor(client: ClientOptions) {
    this.record({ kind: 'connect', client });
  }

  record(message: SearchBroadcast): void {
    this.#last.set(message.kind, message);
  }

  messages(): SearchBroadcast[] {
    return [...this.#last.values()];
  }
}
