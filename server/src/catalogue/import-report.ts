// Counts the outcome of an import's rows.

import type { UpsertOutcome } from '../store/catalogue-store.ts';
import { copyString } from '../text/copy-string.ts';
import type { FormatName } from './formats/format.ts';
import type { Fault } from './parse-product.ts';

/** Further faults are only counted. */
const MAX_LISTED = 10_000;
const MAX_VALUE_CHARS = 80;
const MAX_REASONS = 200;

export interface RejectedRow extends Fault {
  line: number;
}

export class ImportReport {
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
  summary(): string {
    const { faults: _, ...counts } = this;
    return JSON.stringify(counts);
  }

  reject(line: number, fault: Fault): void {
    this.rejected++;
    count(this.reasons, fault);
    const value =
      fault.value === undefined ? {} : { value: copyString(fault.value.slice(0, MAX_VALUE_CHARS).toWellFormed()) };
    if (this.faults.length < MAX_LISTED) this.faults.push({ line, field: fault.field, reason: fault.reason, ...value });
  }

  drop(fault: Fault): void {
    count(this.dropped, fault);
  }

  warn(fault: Fault): void {
    count(this.warnings, fault);
  }
}

function count(counts: Record<string, number>, { field, reason }: Fault): void {
  const key = `${field} ${reason}`.trim();
  if (counts[key] === undefined && Object.keys(counts).length >= MAX_REASONS) return;
  counts[key] = (counts[key] ?? 0) + 1;
}
