// One generation of the index: an OpenSearch index with a document per product, and its meta documents.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { FieldLengths } from '../ranking/field-lengths.ts';
import { loggableReason, type OpenSearchClient, OpenSearchError } from './client.ts';
import type { TermFields } from './counted-terms.ts';
import { LexiconPart } from './lexicon-part.ts';
import { FORMAT, indexSettings } from './mapping.ts';

const STATE = '~state';
/** Bytes of a lexicon part per document. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** Requests that write or load much. */
const PATIENT_MS = 60_000;
const MAX_BULK_ATTEMPTS = 6;
const BULK_BACK_OFF_MS = 100;
/** Documents per request: products may have a megabyte each, and the client limits answers to 100 MB. */
const READ_DOCUMENTS = 50;
const UNCOUNTED_PAGE = 1000;
const SAMPLE_PAGE = 2000;
/** The fields of `TermFields`. */
const STORED_FIELDS = ['t', 'nt'];

export interface PartRef {
  /** Random, so that a process that has lost its lease, or a late request, never overwrites a part. */
  id: string;
  chunks: number;
  bytes: number;
}

/** What the indexer has done. Written by compare-and-set, so that one process at a time writes a generation. */
export interface GenerationState {
  /** Of the documents and of this state. An index of another format is not used. */
  format: string;
  /** Fencing token of the lease of the process that writes. */
  token: number;
  epoch: string;
  /** The rebuild request that this generation satisfies. */
  rebuilds: number;
  /** Average field lengths that the weights are normalised by. */
  lengths: FieldLengths;
  /** Number of the last change that was written. */
  applied: number;
  /** Number of the last change that searches see. */
  visible: number;
  products: number;
  /** The highest product number that was ever counted: the lexicon contains nothing of higher ones. */
  highest: number;
  parts: PartRef[];
  /** Products that were written and counted beyond `applied`, with their change numbers; 0 if deleted. */
  ahead: Record<number, number>;
}

export interface VersionedState {
  state: GenerationState;
  version: { seq_no: number; primary_term: number };
}

export interface StoredProduct {
  product_no: number;
  change_no: number;
  counted: TermFields;
}

/** Products as they were counted before a batch overwrites them. */
export interface UndoRecord {
  /** `applied` of the state that it belongs to. */
  after: number;
  products: Record<number, TermFields>;
}

export interface BulkAction {
  product_no: number;
  change_no: number;
  /** The document; null deletes it. */
  document: string | null;
}

interface WriteReply {
  _seq_no: number;
  _primary_term: number;
}

interface MetaReply<T> extends WriteReply {
  meta: T;
}

/** As OpenSearch returns stored fields. */
interface StoredFields {
  fields: { [F in keyof TermFields]: [string] };
}

export class Generation {
  readonly #client: OpenSearchClient;
  readonly index: string;

  constructor(client: OpenSearchClient, index: string) {
    this.#client = client;
    this.index = index;
  }

  async create(size: { shards: number; replicas: number }, state: GenerationState): Promise<void> {
    await this.#call('PUT', '', JSON.stringify(indexSettings(size)));
    await this.#putMeta(STATE, state, '?op_type=create');
  }

  async refresh(): Promise<void> {
    await this.#call('POST', '/_refresh');
  }

  async delete(): Promise<void> {
    await this.#call('DELETE', '?ignore_unavailable=true');
  }

  /** Undefined if the index does not exist, or has another format. */
  async readState(deadline_ms?: number): Promise<VersionedState | undefined> {
    const reply = await this.#getMeta<GenerationState>(STATE, deadline_ms);
    if (reply?.meta.format !== FORMAT) return undefined;
    return { state: reply.meta, version: { seq_no: reply._seq_no, primary_term: reply._primary_term } };
  }

  /** Rejects if another process has written the state since. */
  async writeState({ state, version }: VersionedState): Promise<VersionedState> {
    const condition = `?if_seq_no=${version.seq_no}&if_primary_term=${version.primary_term}`;
    try {
      const reply = await this.#putMeta(STATE, state, condition);
      return { state, version: { seq_no: reply._seq_no, primary_term: reply._primary_term } };
    } catch (error) {
      if (!(error instanceof OpenSearchError) || error.status !== 409) throw error;
      throw new AppError('not_ready', { cause: new Error('another process writes the index', { cause: error }) });
    }
  }

  /** Each writer has its own undo record, so that one that lost its lease cannot overwrite that of the next. */
  async readUndo(token: number): Promise<UndoRecord | undefined> {
    return (await this.#getMeta<UndoRecord>(undoId(token)))?.meta;
  }

  async writeUndo(token: number, record: UndoRecord): Promise<void> {
    await this.#putMeta(undoId(token), record);
  }

  async deleteUndo(token: number): Promise<void> {
    await this.#deleteMeta(undoId(token));
  }

  async savePart({ buffer }: LexiconPart): Promise<PartRef> {
    const id = randomBytes(8).toString('hex');
    const bytes = Buffer.from(buffer as unknown as ArrayBuffer);
    const chunks = Math.ceil(bytes.length / CHUNK_BYTES);
    for (let i = 0; i < chunks; i++) {
      const chunk = bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES).toString('base64');
      await this.#putMeta(partId(id, i), chunk);
    }
    return { id, chunks, bytes: bytes.length };
  }

  /** Undefined if it is missing. */
  async loadPart({ id, chunks, bytes }: PartRef): Promise<LexiconPart | undefined> {
    const buffer = new SharedArrayBuffer(bytes);
    const target = Buffer.from(buffer as unknown as ArrayBuffer);
    for (let i = 0; i < chunks; i++) {
      const reply = await this.#getMeta<string>(partId(id, i));
      if (!reply) return undefined;
      target.write(reply.meta, i * CHUNK_BYTES, 'base64');
    }
    return new LexiconPart(buffer);
  }

  async loadParts(refs: readonly PartRef[]): Promise<LexiconPart[]> {
    const parts = await Promise.all(refs.map((ref) => this.loadPart(ref)));
    if (parts.every((part) => part !== undefined)) return parts;
    throw new AppError('not_ready', { cause: new Error(`parts of the lexicon of ${this.index} are missing`) });
  }

  async hasParts(parts: readonly PartRef[], deadline_ms?: number): Promise<boolean> {
    const ids = parts.flatMap(({ id, chunks }) => Array.from({ length: chunks }, (_, i) => partId(id, i)));
    const documents = await this.#readDocuments('_none_', ids, deadline_ms);
    return documents.every(({ found }) => found);
  }

  async deletePart({ id, chunks }: PartRef): Promise<void> {
    for (let i = 0; i < chunks; i++) await this.#deleteMeta(partId(id, i));
  }

  /** Products of these that are in the index, also those that searches do not see yet. */
  async readProducts(product_nos: readonly number[]): Promise<StoredProduct[]> {
    const documents = await this.#readDocuments(STORED_FIELDS.join(), product_nos.map(String));
    return documents.flatMap(({ _id, found, _version, fields }) =>
      found ? [{ product_no: Number(_id), change_no: _version, counted: countedIn(fields) }] : [],
    );
  }

  /** Products of changes after a change number. */
  async readProductsAfter(change_no: number): Promise<StoredProduct[]> {
    await this.refresh();
    const found: StoredProduct[] = [];
    for (let after = change_no; ; after = found.at(-1)!.change_no) {
      const { hits } = await this.#call<{
        hits: { hits: (StoredFields & { sort: [change_no: number, product_no: number] })[] };
      }>(
        'POST',
        '/_search?allow_partial_search_results=false',
        JSON.stringify({
          query: { range: { c: { gt: after } } },
          sort: ['c', 'n'],
          size: UNCOUNTED_PAGE,
          stored_fields: STORED_FIELDS,
        }),
      );
      for (const { fields, sort } of hits.hits)
        found.push({ product_no: sort[1], change_no: sort[0], counted: countedIn(fields) });
      if (hits.hits.length < UNCOUNTED_PAGE) return found;
    }
  }

  /** About `max` of the products that searches see, evenly chosen, by ascending product number. */
  async sampleProducts(max: number, products: number): Promise<StoredProduct[]> {
    const slices = Math.ceil(products / max);
    const found: StoredProduct[] = [];
    const search = { query: { exists: { field: 'n' } }, sort: ['n'], size: SAMPLE_PAGE, stored_fields: STORED_FIELDS };
    const slice = slices > 1 ? { slice: { field: 'n', id: 0, max: slices } } : {};
    let page = await this.#call<SamplePage>(
      'POST',
      '/_search?scroll=1m&allow_partial_search_results=false',
      JSON.stringify({ ...search, ...slice }),
    );
    try {
      while (page.hits.hits.length > 0) {
        for (const { fields, sort } of page.hits.hits)
          found.push({ product_no: sort[0], change_no: 0, counted: countedIn(fields) });
        const body = JSON.stringify({ scroll: '1m', scroll_id: page._scroll_id });
        const request = { method: 'POST', path: '/_search/scroll', body, deadline_ms: PATIENT_MS } as const;
        page = await this.#client.request<SamplePage>(request);
      }
      return found;
    } finally {
      const body = JSON.stringify({ scroll_id: page._scroll_id });
      // If this fails, the scroll ends by itself after a minute.
      await this.#client.request({ method: 'DELETE', path: '/_search/scroll', body }).catch(() => {});
    }
  }

  /** Of the products that searches see; 0 if there is none. */
  async highestProductNo(): Promise<number> {
    const body = JSON.stringify({ size: 0, aggs: { highest: { max: { field: 'n' } } } });
    const path = '/_search?allow_partial_search_results=false';
    const reply = await this.#call<{ aggregations: { highest: { value: number | null } } }>('POST', path, body);
    return reply.aggregations.highest.value ?? 0;
  }

  /** Number of products that searches see with a higher product number. */
  async countNewerThan(product_no: number, deadline_ms: number): Promise<number> {
    const body = JSON.stringify({ query: { range: { n: { gt: product_no } } } });
    return (await this.#call<{ count: number }>('POST', '/_count', body, deadline_ms)).count;
  }

  /**
   * Writes documents with their change number as external version: an older change never overwrites a newer one. Repeats
   * what OpenSearch was too busy for.
   */
  async bulk(actions: readonly BulkAction[]): Promise<void> {
    let left = actions;
    for (let attempt = 1; left.length > 0; attempt++) {
      const { refused, reason } = await this.#sendBulk(left);
      if (refused.length > 0 && attempt === MAX_BULK_ATTEMPTS)
        throw new AppError('search_unavailable', { cause: new Error(`OpenSearch rejects writes: ${reason}`) });
      if (refused.length > 0) await sleep(BULK_BACK_OFF_MS * 2 ** attempt);
      left = refused;
    }
  }

  async #sendBulk(actions: readonly BulkAction[]): Promise<BulkOutcome> {
    const path = '/_bulk?filter_path=errors,items.*.status,items.*.error';
    try {
      const { errors, items } = await this.#call<BulkReply>('POST', path, actions.map(bulkLines).join(''));
      return errors ? outcomeOf(actions, items) : { refused: [] };
    } catch (error) {
      if (error instanceof OpenSearchError && error.status === 429) return { refused: actions, reason: error.message };
      throw error;
    }
  }

  /** Rejects if any of them cannot be read, for example because its shard has no active copy. */
  async #readDocuments(
    stored_fields: string,
    ids: readonly string[],
    deadline_ms?: number,
  ): Promise<FetchedDocument[]> {
    const path = `/_mget?stored_fields=${stored_fields}`;
    const requests: Promise<{ docs: FetchedDocument[] }>[] = [];
    for (let i = 0; i < ids.length; i += READ_DOCUMENTS) {
      const body = JSON.stringify({ ids: ids.slice(i, i + READ_DOCUMENTS) });
      requests.push(this.#call('POST', path, body, deadline_ms));
    }
    const documents = (await Promise.all(requests)).flatMap(({ docs }) => docs);
    const error = documents.find((document) => document.error)?.error;
    if (error) throw new AppError('search_unavailable', { cause: new Error(`OpenSearch cannot read: ${error.type}`) });
    return documents;
  }

  async #getMeta<T>(id: string, deadline_ms?: number): Promise<MetaReply<T> | undefined> {
    const path = `/_doc/${encodeURIComponent(id)}?stored_fields=meta`;
    try {
      type Reply = WriteReply & { fields: { meta: [json: string] } };
      const { fields, ...version } = await this.#call<Reply>('GET', path, undefined, deadline_ms);
      return { ...version, meta: JSON.parse(fields.meta[0]) };
    } catch (error) {
      if (error instanceof OpenSearchError && error.status === 404) return undefined;
      throw error;
    }
  }

  #putMeta(id: string, meta: unknown, options = ''): Promise<WriteReply> {
    const body = JSON.stringify({ meta: JSON.stringify(meta) });
    return this.#call('PUT', `/_doc/${encodeURIComponent(id)}${options}`, body);
  }

  async #deleteMeta(id: string): Promise<void> {
    try {
      await this.#call('DELETE', `/_doc/${encodeURIComponent(id)}`);
    } catch (error) {
      if (!(error instanceof OpenSearchError) || error.status !== 404) throw error;
    }
  }

  #call<T>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: string,
    deadline_ms = PATIENT_MS,
  ): Promise<T> {
    return this.#client.request<T>({
      method,
      path: `/${this.index}${path}`,
      ...(body === undefined ? {} : { body }),
      deadline_ms,
    });
  }
}

interface FetchedDocument extends StoredFields {
  _id: string;
  _version: number;
  found: boolean;
  error?: { type: string };
}

interface SamplePage {
  _scroll_id: string;
  hits: { hits: (StoredFields & { sort: [product_no: number] })[] };
}

interface BulkReply {
  errors: boolean;
  items: Record<string, { status: number; error?: { type: string; reason: string } }>[];
}

interface BulkOutcome {
  /** What OpenSearch was too busy for. */
  refused: readonly BulkAction[];
  reason?: string;
}

const countedIn = ({ t, nt }: StoredFields['fields']): TermFields => ({ t: t[0], nt: nt[0] });

const undoId = (token: number): string => `~undo-${token}`;
const partId = (id: string, chunk: number): string => `~part-${id}-${chunk}`;

function bulkLines({ product_no, change_no, document }: BulkAction): string {
  const head = { _id: String(product_no), version: change_no, version_type: 'external' };
  return document === null
    ? `${JSON.stringify({ delete: head })}\n`
    : `${JSON.stringify({ index: head })}\n${document}\n`;
}

/** A conflict means that the index has this change or a newer one; a missing document is deleted already. */
function outcomeOf(actions: readonly BulkAction[], items: BulkReply['items']): BulkOutcome {
  const refused: BulkAction[] = [];
  let reason = '';
  for (const [i, item] of items.entries()) {
    const { status, error } = Object.values(item)[0]!;
    if (status < 300 || status === 404 || status === 409) continue;
    reason = `${error?.type}: ${loggableReason(error?.reason ?? '')}`;
    if (status !== 429) throw new Error(`OpenSearch refuses product ${actions[i]!.product_no}: ${reason}`);
    refused.push(actions[i]!);
  }
  return { refused, reason };
}
