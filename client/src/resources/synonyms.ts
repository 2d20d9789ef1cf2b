// Synonym groups: words that searches treat alike.
import { addSynonyms, listSynonyms, removeSynonyms } from '../generated/operations.ts';
import type { ListSynonymsQuery, SynonymGroup, SynonymList } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Synonyms extends Resource {
  /** Your own groups, newest first, then built-in ones. */
  list(query: ListSynonymsQuery = {}, options?: CallOptions): Paged<SynonymList> {
    const load = (page: ListSynonymsQuery) => this.transport.call(listSynonyms, { query: page }, options);
    return pagedByCursor((cursor) => load(cursor === undefined ? query : { cursor }));
  }

  /** Adds a group such as `sofa, couch`, or enables a built-in one again. */
  add(synonyms: string, options?: CallOptions): Promise<SynonymGroup> {
    return this.transport.call(addSynonyms, { body: { synonyms } }, options);
  }

  /** Removes a group, or disables a built-in one. */
  remove(synonyms: string, options?: CallOptions): Promise<void> {
    return this.transport.call(removeSynonyms, { query: { synonyms } }, options);
  }
}
