// The segments, word vectors and synonyms that every search thread holds.
import type { SynonymGroup } from '../../../text/synonyms.ts';
import type { PackedWordVectors } from '../../ranking/word-vectors.ts';
import type { ThreadState } from '../../threads/search-queue.ts';
import type { IndexUpdate } from './index-update.ts';
import type { Broadcast } from './protocol.ts';

interface PublishedSegment {
  buffer: SharedArrayBuffer;
  /** One list per update. */
  deletions: Uint32Array[];
}

export class SearchState implements ThreadState<Broadcast> {
  readonly #segments = new Map<number, PublishedSegment>();
  #vectors: PackedWordVectors | null = null;
  #synonyms: readonly SynonymGroup[] = [];

  record(message: Broadcast): void {
    if (message.kind === 'word_vectors') this.#vectors = message.vectors;
    else if (message.kind === 'synonyms') this.#synonyms = message.groups;
    else this.#update(message.update);
  }

  messages(): Broadcast[] {
    const added = Array.from(this.#segments, ([id, { buffer, deletions }]) => ({
      id,
      buffer,
      deletions: concat(deletions),
    }));
    return [
      { kind: 'update', update: { added, removed: [], deleted: [] } },
      { kind: 'word_vectors', vectors: this.#vectors },
      { kind: 'synonyms', groups: this.#synonyms },
    ];
  }

  #update({ added, removed, deleted }: IndexUpdate): void {
    for (const { id, docs } of deleted) this.#segments.get(id)?.deletions.push(docs);
    for (const id of removed) this.#segments.delete(id);
    for (const { id, buffer, deletions } of added) this.#segments.set(id, { buffer, deletions: [deletions] });
  }
}

function concat(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
