// A record of a feed, addressed by column name in every file format.
import { copyString } from '../text/copy-string.ts';

export interface FeedRecord {
  line: number;
  /** The first non-empty value of a column, or ''. */
  get(column: string): string;
  /** Its columns, in the order of the file. */
  columns(): Iterable<string>;
}

const MAX_NAMES = 10_000;
const MAX_NAME_CHARS = 200;
const names = new Map<string, string>();

/** Normalises a column name: `Image Link`, `image_link` and `g:image_link` are the same column. */
export function columnName(name: string): string {
  let column = names.get(name);
  if (column === undefined) {
    column = readName(name);
    if (names.size < MAX_NAMES && name.length <= MAX_NAME_CHARS) names.set(copyString(name), copyString(column));
  }
  return column;
}

const readName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^[a-z]\w*:(?=[a-z])/, (prefix) => (prefix === 'g:' || prefix === 'c:' ? '' : prefix))
    .replace(/[\s_]+/g, '_');

export class CellRecord implements FeedRecord {
  readonly line: number;
  readonly #columns: Map<string, number>;
  readonly #cells: string[];

  constructor(line: number, columns: Map<string, number>, cells: string[]) {
    this.line = line;
    this.#columns = columns;
    this.#cells = cells;
  }

  get(column: string): string {
    const index = this.#columns.get(column);
    return index === undefined ? '' : (this.#cells[index]?.trim() ?? '');
  }

  columns(): Iterable<string> {
    return this.#columns.keys();
  }
}

/** Column positions by name. The first of duplicate names wins. */
export function columnsOf(header: string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [index, name] of header.entries()) {
    const column = columnName(name);
    if (!columns.has(column)) columns.set(column, index);
  }
  return columns;
}

export class ValuesRecord implements FeedRecord {
  readonly line: number;
  readonly #values: Map<string, string>;

  constructor(line: number, values: Map<string, string>) {
    this.line = line;
    this.#values = values;
  }

  get(column: string): string {
    return this.#values.get(column) ?? '';
  }

  columns(): Iterable<string> {
    return this.#values.keys();
  }
}

const MAX_DEPTH = 6;

/** A JSON object as a record: nested fields become `outer/inner`, and the first value of an array wins. */
export function fromJson(line: number, object: Record<string, unknown>): ValuesRecord {
  const values = new Map<string, string>();
  const add = (path: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const item of value) add(path, item, depth + 1);
    else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value))
        add(path ? `${path}/${columnName(name)}` : columnName(name), inner, depth + 1);
    } else if (String(value).trim() !== '' && !values.has(path)) values.set(path, String(value).trim());
  };
  add('', object, 0);
  return new ValuesRecord(line, values);
}
