// What every search thread has been told, so that one that starts later can be told the same.
import type { SynonymGroup } from '../../../text/synonyms.ts';
import type { PackedWordVectors } from '../../ranking/word-vectors.ts';
import type { Update } from '../writer/segment-set.ts';
import type { Broadcast } from './protocol.ts';

interface HeldSegment {
  buffer: SharedArrayBuffer;
  /** The deleted documents, as they were told. */
  dead: Uint32Array[];
}

export class SearchState {
  readonly #segments = new Map<number, HeldSegment>();
  #space: PackedWordVectors | null = null;
  #synonyms: readonly SynonymGroup[] = [];

  note(message: Broadcast): void {
    if (message.kind === 'space') this.#space = message.space;
    else if (message.kind === 'synonyms') this.#synonyms = message.groups;
    else this.#update(message.update);
  }

  /** Brings a new thread up to date. */
  messages(): Broadcast[] {
    const added = Array.from(this.#segments, ([id, { buffer, dead }]) => ({ id, buffer, dead: joined(dead) }));
    return [
      { kind: 'update', update: { added, removed: [], killed: [] } },
      { kind: 'space', space: this.#space },
      { kind: 'synonyms', groups: this.#synonyms },
    ];
  }

  #update({ added, removed, killed }: Update): void {
    for (const { id, docs } of killed) this.#segments.get(id)?.dead.push(docs);
    for (const id of removed) this.#segments.delete(id);
    for (const { id, buffer, dead } of added) this.#segments.set(id, { buffer, dead: [dead] });
  }
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
