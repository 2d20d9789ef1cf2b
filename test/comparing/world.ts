// Random values from small key spaces, so that calls of a comparison meet: replays, conflicts, repeated and unknown keys.
import { pick, type Random } from '../support/seeded.ts';
import { merchantRef, refTo } from './generated-numbers.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

const RECENT_TEXTS = 15;
const CONVOS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
/** The person of each conversation, unless another is chosen. */
const PEOPLE = ['Ann', 'bob', 'Cid', 'dot', 'Eve', 'fay'];

export class World {
  readonly random: Random;
  readonly #countNumbers: (kind: string) => number;
  readonly #texts = new Map<string, string[]>();
  now_ms = 1_700_000_000_000;
  /**
   * What the calls of a batch have not used yet. Calls on one conversation depend on their order, and so do calls that
   * share a text, for example a message id.
   */
  #unused: { convos: string[]; texts: Map<string, string[]> } | undefined;

  constructor(random: Random, countNumbers: (kind: string) => number) {
    this.random = random;
    this.#countNumbers = countNumbers;
  }

  pick<T>(items: readonly T[]): T {
    return pick(items, this.random);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** Mostly moments, sometimes minutes, rarely hours or days; now and then backwards. */
  passTime(): void {
    const step = this.pick([0, 0, 1, 10, 500]);
    if (this.chance(0.02)) this.now_ms += this.below(2 * DAY_MS);
    else if (this.chance(0.1)) this.now_ms += this.below(2 * MINUTE_MS);
    else this.now_ms += this.chance(0.05) ? -step : step;
  }

  /** Gives every call of a batch conversations, people and texts of its own. */
  inBatch<T>(choose: () => T): T {
    const texts = [...this.#texts].map(([kind, all]): [string, string[]] => [kind, all.slice(-RECENT_TEXTS)]);
    this.#unused = { convos: [...CONVOS], texts: new Map(texts) };
    try {
      return choose();
    } finally {
      this.#unused = undefined;
    }
  }

  get isInBatch(): boolean {
    return this.#unused !== undefined;
  }

  convo(): string {
    if (!this.#unused) return this.pick(CONVOS);
    return this.#take(this.#unused.convos) ?? this.newText('convo');
  }

  email(convo_id: string): string {
    const own = PEOPLE[CONVOS.indexOf(convo_id)] ?? convo_id.replace(' ', '-');
    const name = this.#unused || this.chance(0.8) ? own : this.pick(PEOPLE);
    return `${this.chance(0.3) ? name.toUpperCase() : name}@example.com`;
  }

  /** A text that was not used before. */
  newText(kind: string): string {
    const known = this.#texts.get(kind) ?? [];
    this.#texts.set(kind, known);
    const text = `${kind} ${known.length}`;
    known.push(text);
    return text;
  }

  /** One of the last texts of a kind; unknown to the store if there is none. */
  knownText(kind: string): string {
    if (this.#unused) return this.#take(this.#unused.texts.get(kind) ?? []) ?? this.newText(kind);
    return this.pick(this.#texts.get(kind)?.slice(-RECENT_TEXTS) ?? ['none']);
  }

  #take(texts: string[]): string | undefined {
    return texts.splice(this.below(texts.length), 1)[0];
  }

  allTexts(kind: string): string[] {
    return this.#texts.get(kind) ?? [];
  }

  /** A number that both stores have generated, preferably a recent one; 0 if there is none. */
  number(kind: string): number {
    const count = this.#countNumbers(kind);
    if (count === 0) return 0;
    return refTo(kind, this.chance(0.7) ? Math.max(0, count - 1 - this.below(4)) : this.below(count));
  }

  /** A cursor: the beginning, or a known number. */
  cursor(kind: string): number {
    return this.chance(0.5) ? 0 : this.number(kind);
  }

  merchantId(): number {
    return this.chance(0.5) ? this.number('merchant') || 7 : this.pick([7, 8, 9]);
  }

  productId(): string {
    const assigned = this.#countNumbers('merchant');
    const id = this.pick(['a', 'b', 'c', 'd', 'e', 'f']);
    if (this.chance(0.6)) return id;
    return this.chance(0.5) || assigned === 0 ? `7:${id}` : `${merchantRef(this.below(assigned))}:${id}`;
  }
}
