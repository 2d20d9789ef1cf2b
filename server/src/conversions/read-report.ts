// Reads one report of a network, from a postback or a row of a report file.
import type { RowFault } from '../reading/rejected-rows.ts';
import type { ConversionStatus, ReportWrite } from '../store/conversion-store.ts';
import type { Dialect, ReportField } from './dialect.ts';
import { readAmount } from './read-amount.ts';
import { readTime } from './read-time.ts';

/** The fields of a report as sent. Values may be nested JSON. */
export type ReportRecord = Readonly<Record<string, unknown>>;

export type ReadReport = { report: ReportWrite } | { faults: RowFault[] };

/** As for ids in the API. */
const MAX_ID_CHARS = 256;

/** Macros of any network that were not filled in: `{SubId1}`, `{{x}}`, `${x}`, `!!!x!!!`, `#x#`, `[[[x]]]`, `<x>`, `%x%`. */
const MACRO = /^(?:\$?\{[^{}]*\}|\{\{[^{}]*\}\}|!!![^!]*!!!|#\w+#|\[\[\[[^[\]]*\]\]\]|<[^<>]*>|%\w+%|null)$/i;

const isAbsent = (text: string): boolean => text === '' || MACRO.test(text);

export function readReport(record: ReportRecord, dialect: Dialect, network: string): ReadReport {
  const reader = new FieldReader(record, dialect);
  const { amount: sale_amount, currency: sale_currency } = reader.amount('sale_amount');
  const { amount: commission, currency: commission_currency } = reader.amount('commission');
  const report: ReportWrite = {
    network,
    transaction_id: reader.required('transaction_id'),
    item_id: reader.id('item_id') ?? '',
    original_transaction_id: reader.id('original_transaction_id'),
    order_id: reader.id('order_id'),
    click_id: reader.id('click_id'),
    program: reader.id('program'),
    sale_amount,
    commission,
    currency: reader.currency(sale_currency, commission_currency),
    status: reader.status(),
    is_paid: reader.isPaid(),
    occurred_at_ms: reader.time('occurred_at'),
    modified_at_ms: reader.time('modified_at'),
  };
  return reader.faults.length > 0 ? { faults: reader.faults } : { report };
}

interface Found {
  /** The network's name of the field. */
  name: string;
  value: string | number;
}

const TRUE = new Set(['true', '1', 'yes']);
const FALSE = new Set(['false', '0', 'no']);

/** Reads the fields of one record, and collects what is wrong with them. */
class FieldReader {
  readonly faults: RowFault[] = [];
  readonly #record: ReportRecord;
  readonly #dialect: Dialect;

  constructor(record: ReportRecord, dialect: Dialect) {
    this.#record = record;
    this.#dialect = dialect;
  }

  required(field: ReportField): string {
    const id = this.id(field);
    if (id === null && !this.#find(field)) this.#reject(this.#sentName(field), 'is missing');
    return id ?? '';
  }

  id(field: ReportField): string | null {
    const found = this.#find(field);
    if (!found) return null;
    // A larger number was rounded when it was parsed, so that two ids may have become one.
    if (typeof found.value === 'number' && !Number.isSafeInteger(found.value))
      return this.#reject(found.name, 'is not an exact integer', found.value);
    const text = String(found.value);
    if (!text.isWellFormed() || text.includes('\0'))
      return this.#reject(found.name, 'must be text without U+0000 or lone surrogates');
    if ([...text].length > MAX_ID_CHARS) return this.#reject(found.name, `is longer than ${MAX_ID_CHARS} characters`);
    return text;
  }

  amount(field: ReportField) {
    const found = this.#find(field);
    const read = found && readAmount(found.value);
    const limit = /\d/.test(String(found?.value)) ? ' below 100 billion' : '';
    if (found && !read) this.#reject(found.name, `is not an amount${limit}`, found.value);
    return { amount: read?.micros ?? null, currency: read?.currency ?? null };
  }

  /** The currency of the report, or of its amounts. One report has one currency. */
  currency(...stated: (string | null)[]): string | null {
    const found = this.#find('currency');
    const code = found ? String(found.value).toUpperCase() : null;
    if (code !== null && !/^[A-Z]{3}$/.test(code))
      return this.#reject(found!.name, 'is not a currency code of three letters', found!.value);
    const codes = new Set([code, ...stated].filter((one) => one !== null));
    if (codes.size > 1)
      return this.#reject('currency', 'differs between the fields of the report', [...codes].join(' '));
    return [...codes][0] ?? null;
  }

  status(): ConversionStatus | null {
    const found = this.#find('status');
    const word = found ? String(found.value).toLowerCase() : '';
    const { statuses } = this.#dialect;
    if (Object.hasOwn(statuses, word)) return statuses[word]!;
    return found ? this.#reject(found.name, 'is not a known status word', found.value) : null;
  }

  isPaid(): boolean | null {
    const found = this.#find('is_paid');
    if (!found) return null;
    const word = String(found.value).toLowerCase();
    if (TRUE.has(word) || FALSE.has(word)) return TRUE.has(word);
    if (this.#dialect.is_paid_by_date && readTime(found.value) !== undefined) return true;
    return this.#reject(found.name, 'is neither true nor false', found.value);
  }

  time(field: ReportField): number | null {
    const found = this.#find(field);
    const at_ms = found && readTime(found.value, this.#dialect.utc_offset);
    if (found && at_ms === undefined) this.#reject(found.name, 'is not a time', found.value);
    return at_ms ?? null;
  }

  #reject(field: string, reason: string, value?: string | number): null {
    this.faults.push({ field, reason, ...(value === undefined ? {} : { value: String(value) }) });
    return null;
  }

  /** The name of a field without a value: the one that the record has, or else all that are read. */
  #sentName(field: ReportField): string {
    const names = this.#dialect.fields[field] ?? [field];
    return names.find((name) => valueAt(this.#record, name) !== undefined) ?? names.join(' or ');
  }

  #find(field: ReportField): Found | undefined {
    return findField(this.#record, this.#dialect, field);
  }
}

/** The first of the field's names that has a value, with the value. */
export function findField(record: ReportRecord, dialect: Dialect, field: ReportField): Found | undefined {
  for (const name of dialect.fields[field] ?? []) {
    const value = present(valueAt(record, name));
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

/** A value that says something: neither null, nested, empty nor an unfilled macro. */
function present(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return isAbsent(text) ? undefined : text;
}

/** The value of a name, or of a path of names with dots. */
function valueAt(record: unknown, name: string): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined;
  const key = keyOf(record, name);
  if (key !== undefined) return (record as ReportRecord)[key];
  const dot = name.indexOf('.');
  const outer = dot < 0 ? undefined : keyOf(record, name.slice(0, dot));
  return outer === undefined ? undefined : valueAt((record as ReportRecord)[outer], name.slice(dot + 1));
}

/** Property names of records by their lower case; the first of several counts. */
const foldedNames = new WeakMap<object, Map<string, string>>();

/** The property of this name: as written, or else in any case. */
export function keyOf(record: object, name: string): string | undefined {
  if (Object.hasOwn(record, name)) return name;
  let names = foldedNames.get(record);
  if (!names) {
    names = new Map(
      Object.keys(record)
        .map((key): [string, string] => [key.toLowerCase(), key])
        .reverse(),
    );
    foldedNames.set(record, names);
  }
  return names.get(name.toLowerCase());
}
