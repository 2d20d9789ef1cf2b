// Criteria sets: saved filters that searches name by id.
import {
  createCriteriaSet,
  deleteCriteriaSet,
  getCriteriaSet,
  listCriteriaSets,
  putCriteriaSet,
} from '../generated/operations.ts';
import type { CriteriaSet, CriteriaSetInput, CriteriaSetList } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class CriteriaSets extends Resource {
  list(options?: CallOptions): Promise<CriteriaSetList> {
    return this.transport.call(listCriteriaSets, {}, options);
  }

  get(id: string, options?: CallOptions): Promise<CriteriaSet> {
    return this.transport.call(getCriteriaSet, { params: { criteria_set_id: id } }, options);
  }

  /** Fails with a ConflictError if the id exists. */
  create(set: CriteriaSetInput, options?: CallOptions): Promise<CriteriaSet> {
    return this.transport.call(createCriteriaSet, { body: set }, options);
  }

  /** Creates the set, or replaces all of it. */
  put(set: CriteriaSetInput, options?: CallOptions): Promise<CriteriaSet> {
    return this.transport.call(putCriteriaSet, { params: { criteria_set_id: set.id }, body: set }, options);
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.transport.call(deleteCriteriaSet, { params: { criteria_set_id: id } }, options);
  }
}
