// Decides when the ranking learns from the catalogue, and keeps its artefacts: loaded from the store if another process
// has learned them, learned and saved here if they are missing or out of date.
import { type Artefacts, decodeArtefacts, encodeArtefacts } from '../index/artefacts.ts';
import type { SearchIndex } from '../index/port.ts';
import { areSimilarLengths, type FieldLengths, measureLengths } from '../index/ranking/field-lengths.ts';
import type { Lease } from '../lease-keeper.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';

/** The kind of the stored artefacts: field lengths and word vectors together. */
export const RANKING = 'ranking';
/** Number of products sampled to measure the average field lengths. */
const SAMPLE_SIZE = 2000;
/** Share of new products that triggers learning while the catalogue is idle. */
const SHARE_IDLE = 0.2;
/** Share of new products that triggers learning even during an import. */
const SHARE_BUSY = 0.75;
/** During an import, field lengths are measured again each time the index has grown by this factor. */
const REMEASURE_GROWTH = 2;

interface LearnerOptions {
  store: CatalogueStore & ConfigStore;
  /** One process at a time learns for all. Null: learns only if nothing is stored, and saves nothing. */
  lease: Lease | null;
  onFault: (error: unknown) => void;
}

export class Learner {
  readonly #options: LearnerOptions;
  #artefacts: Artefacts | undefined;
  /** Newest generation that was looked at, usable or not. */
  #seen = 0;
  #isTraining = false;
  /** Number of products in the index when the lengths were last measured. */
  #measuredProducts = 0;
  /** Last change number seen in the previous round, to detect an idle catalogue. */
  #lastChange = -1;

  constructor(options: LearnerOptions) {
    this.#options = options;
  }

  get isTraining(): boolean {
    return this.#isTraining;
  }

  /** The stored artefacts; if there are none or they are damaged, measured field lengths without word vectors. */
  async begin(): Promise<Artefacts> {
    this.#artefacts ??= await this.#loadNewer();
    this.#artefacts ??= { generation: 0, lengths: await this.#measure(), word_vectors: null };
    return this.#artefacts;
  }

  /** Learns if nothing was learned yet; false while another process has to. */
  async complete(index: SearchIndex): Promise<boolean> {
    const newer = await this.#loadNewer();
    if (newer) await this.#use(index, newer);
    const { word_vectors } = await this.begin();
    if (word_vectors) return true;
    if (!(await this.#mayLearn())) return false;
    await this.#learn(index, { isBehind: false });
    return true;
  }

  /** One round: uses artefacts that another process has saved, or learns if the catalogue has changed enough. */
  async update(index: SearchIndex, { isBehind }: { isBehind: boolean }): Promise<void> {
    const newer = await this.#loadNewer();
    if (newer) await this.#use(index, newer);
    else if (await this.#isDue(index, isBehind)) await this.#learn(index, { isBehind });
    else await this.#saveIfUnsaved();
  }

  async #mayLearn(): Promise<boolean> {
    const { lease } = this.#options;
    return lease ? lease() !== null : (await this.begin()).generation === 0;
  }

  async #isDue(index: SearchIndex, isBehind: boolean): Promise<boolean> {
    if (!(await this.#mayLearn())) return false;
    const last = await this.#options.store.lastChange({});
    const isIdle = last === this.#lastChange;
    this.#lastChange = last;
    const { products, unlearned_products } = index.figures();
    if (unlearned_products / Math.max(1, products) < (isIdle ? SHARE_IDLE : SHARE_BUSY)) return false;
    if (isBehind && products < REMEASURE_GROWTH * this.#measuredProducts) return false;
    this.#measuredProducts = products;
    return true;
  }

  /** Lengths that are still similar stay exactly the same: then the index need not be rebuilt. */
  async #learn(index: SearchIndex, { isBehind }: { isBehind: boolean }): Promise<void> {
    const before = await this.begin();
    const measured = await this.#measure();
    const isSimilar = areSimilarLengths(measured, before.lengths);
    // Training during an import would have to be repeated after it.
    if (isBehind && isSimilar) return;
    const lengths = isSimilar ? before.lengths : measured;
    const word_vectors = isBehind ? before.word_vectors : await this.#train(index);
    await this.#use(index, await this.#saved({ generation: 0, lengths, word_vectors }, before));
  }

  async #train(index: SearchIndex): Promise<Artefacts['word_vectors']> {
    this.#isTraining = true;
    try {
      return await index.learnWordVectors();
    } finally {
      this.#isTraining = false;
    }
  }

  async #use(index: SearchIndex, artefacts: Artefacts): Promise<void> {
    this.#artefacts = artefacts;
    await index.useArtefacts(artefacts);
  }

  async #saveIfUnsaved(): Promise<void> {
    const unsaved = await this.begin();
    if (unsaved.generation === 0) this.#artefacts = await this.#saved(unsaved, unsaved);
  }

  /** The artefacts with their generation; if another process learns now, those that it has saved, or those before. */
  async #saved(learned: Artefacts, before: Artefacts): Promise<Artefacts> {
    const { store, lease, onFault } = this.#options;
    if (!lease) return learned;
    try {
      const held = lease();
      const generation = this.#seen + 1;
      const artefact = { kind: RANKING, generation, bytes: encodeArtefacts(learned) };
      const outcome = held ? await store.saveArtefact({ ...artefact, lease: held }) : 'stale';
      if (outcome === 'stale') return (await this.#loadNewer()) ?? before;
      this.#seen = generation;
      return { ...learned, generation };
    } catch (error) {
      onFault(error);
      return learned;
    }
  }

  async #loadNewer(): Promise<Artefacts | undefined> {
    const { store } = this.#options;
    const newest = await store.newestArtefact({ kind: RANKING });
    if (newest <= this.#seen) return undefined;
    const stored = await store.loadArtefact({ kind: RANKING });
    this.#seen = newest;
    return stored ? decodeArtefacts(stored.generation, stored.bytes) : undefined;
  }

  async #measure(): Promise<FieldLengths> {
    return measureLengths(await this.#options.store.sampleProducts({ limit: SAMPLE_SIZE }));
  }
}
