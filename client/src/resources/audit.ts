// The audit log. It needs a key with the scope `admin`.
import { listAudit } from '../generated/operations.ts';
import type { AuditList, ListAuditQuery } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Audit extends Resource {
  /** What operators changed, newest first. */
  list(query: ListAuditQuery = {}, options?: CallOptions): Paged<AuditList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listAudit, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }
}
