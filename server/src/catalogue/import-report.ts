// Counts the outcome of an import's rows.

import { countFault, type RejectedRow, type RejectedRows, type RowFault, rejectRow } from '../reading/rejected-rows.ts';
import type { UpsertOutcome } from '../store/catalogue-store.ts';
import type { FormatName } from './formats/format.ts';

export class ImportReport implements RejectedRows {
  format: FormatName = 'finderfee';
  /** Why the format was detected. */
  recognised_by = '';
  rows = 0;
  /** Accepted rows: inserted, updated or unchanged products. */
  products = 0;
  inserted = 0;
  updated = 0;
  unchanged = 0;
  deleted = 0;
  /** Rows of a product that a later row of the same file overrides. */
  repeated = 0;
  rejected = 0;
  /** Rejected rows by field and reason. */
  reasons: Record<string, number> = {};
  /** Invalid values dropped from accepted products, by field and reason. */
  dropped: Record<string, number> = {};
  /** Accepted products that cannot be sold, by field and reason. */
  warnings: Record<string, number> = {};
  /** Remarks on the file as a whole. */
  notes: string[] = [];
  /** The first faults, in file order. */
  faults: RejectedRow[] = [];

  add({ inserted, updated, unchanged }: Pick<UpsertOutcome, 'inserted' | 'updated' | 'unchanged'>): void {
    this.inserted += inserted;
    this.updated += updated;
    this.unchanged += unchanged;
  }

  /** Call after all rows are counted. */
  totalled(): this {
    this.products = this.inserted + this.updated + this.unchanged;
    return this;
  }

  /** The counts as JSON, without the list of faults. */
  summary(more: { progress?: { phase: string; share: number | null } } = {}): string {
    const { faults: _, ...counts } = this;
    return JSON.stringify({ ...counts, ...more });
  }

  reject(line: number, fault: RowFault): void {
    rejectRow(this, line, fault);
  }

  drop(fault: RowFault): void {
    countFault(this.dropped, fault);
  }

  warn(fault: RowFault): void {
    countFault(this.warnings, fault);
  }
}
