// The work of the index thread: loads the generation that searches use, and writes generations while this process may.
import { AppError } from '../../app-error.ts';
import { type PackedChanges, unpackChanges } from '../../store/packed-changes.ts';
import { type FieldLengths, isSameLengths } from '../ranking/field-lengths.ts';
import { type ClientOptions, OpenSearchClient } from './client.ts';
import { Generation, type GenerationState, type PartRef } from './generation.ts';
import { Indexer } from './indexer.ts';
import type { LexiconPart } from './lexicon-part.ts';
import { FORMAT } from './mapping.ts';

const POLL_DEADLINE_MS = 2000;
/** A part may be merged away between reading the state and loading it. */
const LOAD_ATTEMPTS = 5;
const PARTS_CHECK_MS = 10_000;

/** What a generation was built from. */
interface BuiltFrom {
  epoch: string;
  rebuilds: number;
  lengths: FieldLengths;
}

export interface GenerationFigures extends BuiltFrom {
  index: string;
  products: number;
  /** Products with a number above `learned_up_to`. */
  unlearned: number;
  /** Number of the last change that searches see. */
  up_to: number;
  lexicon_bytes: number;
  /** Parts of the lexicon are missing in OpenSearch. */
  is_damaged: boolean;
}

/** For the search threads. */
export interface PublishedGeneration {
  kind: 'generation';
  index: string;
  parts: SharedArrayBuffer[];
  products: number;
}

export interface KeeperOptions {
  client: ClientOptions;
  shards: number;
  replicas: number;
}

interface LoadedGeneration {
  index: string;
  state: GenerationState;
  parts: readonly LexiconPart[];
}

/** Whether the parts that the writer has in memory are in OpenSearch, too. */
interface PartsCheck {
  index: string;
  checked_ms: number;
  is_damaged: boolean;
}

interface UnlearnedCount {
  index: string;
  visible: number;
  learned_up_to: number;
  products: number;
}

export class GenerationKeeper {
  readonly #options: KeeperOptions;
  readonly #client: OpenSearchClient;
  readonly #publish: (message: PublishedGeneration) => void;
  readonly #indexers = new Map<string, { token: number; indexer: Promise<Indexer> }>();
  #followed: LoadedGeneration | undefined;
  #check: PartsCheck | undefined;
  #unlearned: UnlearnedCount | undefined;
  /** Calls of `follow` run one after the other. */
  #following: Promise<unknown> = Promise.resolve();

  constructor(options: KeeperOptions, publish: (message: PublishedGeneration) => void) {
    this.#options = options;
    this.#client = new OpenSearchClient(options.client);
    this.#publish = publish;
  }

  /** Publishes the current state of a generation to searches; null if it does not exist or cannot be loaded. */
  follow({ index, learned_up_to }: { index: string; learned_up_to: number }): Promise<GenerationFigures | null> {
    const next = this.#following.then(() => this.#follow(index, learned_up_to));
    this.#following = next.catch(() => {});
    return next;
  }

  /**
   * Creates a generation to be filled. One that an earlier process has started to fill is continued, unless deletions
   * that it has not applied were purged from the change log.
   */
  async create({ index, token, purged, ...built }: CreateInput): Promise<void> {
    const generation = this.#generation(index);
    const existing = (await generation.readState())?.state;
    // The holder of a later lease writes it.
    if (existing && existing.token > token) throw new AppError('not_ready');
    if (existing && isSameBuild(existing, built) && existing.applied >= purged) return;
    await this.discard({ index });
    const empty = { applied: 0, visible: 0, products: 0, highest: 0, parts: [], ahead: {} };
    await generation.create(this.#options, { format: FORMAT, token, ...built, ...empty });
  }

  async discard({ index }: { index: string }): Promise<void> {
    this.#indexers.delete(index);
    await this.#generation(index).delete();
  }

  async apply({ index, token, after, changes, following }: ApplyInput): Promise<{ up_to: number }> {
    const indexer = await this.#indexerOf(index, token);
    if (indexer.received < after)
      throw new AppError('not_ready', { cause: new Error('changes that were not written yet are lost') });
    try {
      await indexer.apply(unpackChanges(changes), following);
    } catch (error) {
      // What it has written is unknown, so the next one reads the state again.
      this.#indexers.delete(index);
      throw error;
    }
    return { up_to: indexer.state.visible };
  }

  /** Deletes the generations before one. */
  async deleteBefore({ series, generation }: { series: string; generation: number }): Promise<void> {
    const found = await this.#client.request<{ index: string }[]>({
      method: 'GET',
      path: `/_cat/indices/${series}-*?format=json&h=index`,
    });
    for (const { index } of found)
      if (Number(index.slice(series.length + 1)) < generation) await this.discard({ index });
  }

  #generation(index: string): Generation {
    return new Generation(this.#client, index);
  }

  async #follow(index: string, learned_up_to: number): Promise<GenerationFigures | null> {
    const before = this.#followed;
    const loaded = await this.#load(index);
    this.#followed = loaded;
    if (!loaded) return null;
    const { state, parts } = loaded;
    if (before?.index !== index || !isSameLexicon(before.state, state))
      this.#publish({ kind: 'generation', index, parts: parts.map(({ buffer }) => buffer), products: state.products });
    const unlearned = await this.#countUnlearned(index, state.visible, learned_up_to);
    const { epoch, rebuilds, lengths, products, visible } = state;
    const lexicon_bytes = state.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const is_damaged = this.#indexers.has(index) && (await this.#isDamaged(index, state.parts));
    return { index, epoch, rebuilds, lengths, products, unlearned, up_to: visible, lexicon_bytes, is_damaged };
  }

  /** OpenSearch looks at every product to count them. */
  async #countUnlearned(index: string, visible: number, learned_up_to: number): Promise<number> {
    const known = this.#unlearned;
    if (known?.index === index && known.visible === visible && known.learned_up_to === learned_up_to)
      return known.products;
    const products = await this.#generation(index).countNewerThan(learned_up_to, POLL_DEADLINE_MS);
    this.#unlearned = { index, visible, learned_up_to, products };
    return products;
  }

  /** Other processes load the parts that this one wrote, and has in memory. */
  async #isDamaged(index: string, parts: readonly PartRef[]): Promise<boolean> {
    if (this.#check?.index !== index || performance.now() > this.#check.checked_ms + PARTS_CHECK_MS) {
      const hasParts = await this.#generation(index).hasParts(parts, POLL_DEADLINE_MS);
      const is_damaged = !hasParts && (await this.#isCurrent(index, parts));
      this.#check = { index, checked_ms: performance.now(), is_damaged };
    }
    return this.#check.is_damaged;
  }

  /** Parts may have been merged away since their list was read. */
  async #isCurrent(index: string, parts: readonly PartRef[]): Promise<boolean> {
    const saved = await this.#generation(index).readState(POLL_DEADLINE_MS);
    return saved !== undefined && idsOf(saved.state.parts) === idsOf(parts);
  }

  async #load(index: string): Promise<LoadedGeneration | undefined> {
    const own = await this.#indexers.get(index)?.indexer.catch(() => undefined);
    const generation = this.#generation(index);
    for (let attempt = 1; attempt <= LOAD_ATTEMPTS; attempt++) {
      const saved = await generation.readState(POLL_DEADLINE_MS);
      if (!saved) return undefined;
      const { state } = saved;
      if (own && isSameLexicon(own.state, state)) return { index, state, parts: own.parts };
      const parts = await this.#loadParts(generation, state.parts);
      if (parts.every((part) => part !== undefined)) return { index, state, parts };
      if (await this.#isCurrent(index, state.parts)) return undefined;
    }
    throw new AppError('not_ready', { cause: new Error(`the lexicon of ${index} changes faster than it loads`) });
  }

  async #loadParts(generation: Generation, refs: readonly PartRef[]): Promise<(LexiconPart | undefined)[]> {
    const followed = this.#followed?.index === generation.index ? this.#followed : undefined;
    const known = new Map(followed?.state.parts.map(({ id }, i) => [id, followed.parts[i]!]));
    return Promise.all(refs.map((ref) => known.get(ref.id) ?? generation.loadPart(ref)));
  }

  async #indexerOf(index: string, token: number): Promise<Indexer> {
    const known = this.#indexers.get(index);
    if (known?.token === token) return known.indexer;
    const indexer = Indexer.open(this.#generation(index), token);
    this.#indexers.set(index, { token, indexer });
    indexer.catch(() => this.#indexers.delete(index));
    return indexer;
  }
}

interface CreateInput extends BuiltFrom {
  index: string;
  token: number;
  /** Deletions up to this change were purged from the change log. */
  purged: number;
}

interface ApplyInput {
  index: string;
  /** Fencing token of the lease. */
  token: number;
  /** The changes follow this one, which the thread has received. */
  after: number;
  changes: PackedChanges;
  following: number;
}

const isSameBuild = (a: BuiltFrom, b: BuiltFrom): boolean =>
  a.epoch === b.epoch && a.rebuilds === b.rebuilds && isSameLengths(a.lengths, b.lengths);

const isSameLexicon = (a: GenerationState, b: GenerationState): boolean =>
  a.visible === b.visible && idsOf(a.parts) === idsOf(b.parts);

const idsOf = (parts: readonly PartRef[]): string => parts.map(({ id }) => id).join();
