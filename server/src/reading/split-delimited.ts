// Splits delimited text into rows. CSV libraries do not recover from an unclosed quote; here it costs one row, not the
// rest of the file.
import { FeedError } from './feed-error.ts';
import { MAX_RECORD_CHARS } from './limits.ts';

export interface DelimitedRow {
  /** First line of the row, counted from 1. */
  line: number;
  cells: string[];
  /** Set if the number of cells does not match the header. */
  fault?: string;
}

export interface Dialect {
  delimiter: string;
  /** Some networks do not quote: a quote is an ordinary character. */
  hasQuotes: boolean;
}

/**
 * Upper bound of characters that are parsed a second time without quotes. Otherwise a file of unclosed quotes takes
 * quadratic time.
 */
const MAX_REREAD_CHARS = 128 * MAX_RECORD_CHARS;

/** A quote that later input may close (`incomplete`), or that is still open where the next one opens (`unclosed`). */
interface Unparsed {
  status: 'incomplete' | 'unclosed';
  /** How far the text was read. */
  next: number;
}
type Parsed = { cells: string[]; next: number; lines: number } | Unparsed;

export class DelimitedSplitter {
  readonly #dialect: Dialect;
  /** Number of columns; 0 until the header is known. */
  width = 0;
  /** Whether the last line was truncated. */
  isCutOff = false;
  #text = '';
  #line = 1;
  #reread = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Yields the rows that are complete so far. */
  *push(text: string): Generator<DelimitedRow> {
    this.#text += text;
    yield* this.#rows(false);
  }

  *end(): Generator<DelimitedRow> {
    yield* this.#rows(true);
  }

  *#rows(isEnd: boolean): Generator<DelimitedRow> {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const parsed = this.#parse(text, at, isEnd);
      if (isIncomplete(parsed) && !isEnd && text.length - at <= MAX_RECORD_CHARS) break;
      const { row, next, lines } = this.#toRow(text, at, parsed, isEnd);
      at = next;
      if (row) yield row;
      this.#line += lines;
    }
    this.#text = text.slice(at);
  }

  #parse(text: string, from: number, isEnd: boolean): Parsed {
    const newline = text.indexOf('\n', from);
    if (newline < 0 && !isEnd) return { status: 'incomplete', next: text.length };
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(from, end);
    if (!this.#dialect.hasQuotes || !line.includes('"')) {
      return { cells: withoutReturn(line).split(this.#dialect.delimiter), next: end + 1, lines: 1 };
    }
    return this.#parseQuoted(text, from, isEnd);
  }

  #parseQuoted(text: string, from: number, isEnd: boolean): Parsed {
    const { delimiter } = this.#dialect;
    const cells: string[] = [];
    let newline = text.indexOf('\n', from);
    let at = from;
    while (true) {
      if (text[at] === '"') {
        const quoted = readQuoted(text, at + 1, delimiter, isEnd);
        if ('status' in quoted) return quoted;
        cells.push(quoted.value);
        at = quoted.next;
      } else {
        if (newline >= 0 && newline < at) newline = text.indexOf('\n', at);
        const end = newline < 0 ? text.length : newline;
        let stop = text.indexOf(delimiter, at);
        if (stop < 0 || stop > end) stop = end;
        if (stop === text.length && !isEnd) return { status: 'incomplete', next: stop };
        cells.push(stop === end ? withoutReturn(text.slice(at, stop)) : text.slice(at, stop));
        at = stop;
      }
      if (text[at] === '\r') at++;
      if (at >= text.length || text[at] === '\n') break;
      at++;
    }
    return { cells, next: at + 1, lines: countLines(text, from, at) };
  }

  /** A row that does not match is parsed again without quotes, up to the end of its first line. */
  #toRow(text: string, from: number, parsed: Parsed, isEnd: boolean) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const { line, width } = { line: this.#line, width: this.width };
    const isCutOff = isEnd && newline < 0;
    if ('cells' in parsed) {
      const { cells, next, lines } = parsed;
      if (cells.length === 1 && cells[0]!.trim() === '') return { row: undefined, next, lines };
      if (width === 0 || fits(cells, width, isCutOff)) return { row: { line, cells }, next, lines };
    }
    this.#countReread(parsed.next - end);
    const plain = withoutReturn(text.slice(from, Math.min(end, from + MAX_RECORD_CHARS))).split(
      this.#dialect.delimiter,
    );
    const row: DelimitedRow = { line, cells: plain.map(withoutQuotes) };
    if (plain.length !== width) row.fault = faultOf(parsed, plain.length, width);
    if (isCutOff && plain.length < width) this.isCutOff = true;
    return { row, next: end + 1, lines: 1 };
  }

  #countReread(chars: number): void {
    this.#reread += Math.max(0, chars);
    if (this.#reread > MAX_REREAD_CHARS)
      throw new FeedError(`too many rows have an unclosed quote, the last one in line ${this.#line}`);
  }
}

const isIncomplete = (parsed: Parsed) => 'status' in parsed && parsed.status === 'incomplete';

function faultOf(parsed: Parsed, count: number, width: number): string {
  if ('status' in parsed) return 'has an unclosed quote';
  return `has ${parsed.lines > 1 ? count : parsed.cells.length} columns instead of ${width}`;
}

/**
 * Rows often omit trailing empty cells or have additional ones. A row with less than half of the columns is the
 * remainder of a row with a line break; a short last line is truncated.
 */
function fits(cells: string[], width: number, isCutOff: boolean): boolean {
  if (cells.length < width) return !isCutOff && cells.length * 2 >= width;
  return cells.slice(width).every((cell) => cell.trim() === '');
}

/** A quoted value and its end. An inner quote that is not doubled is taken literally. */
function readQuoted(
  text: string,
  from: number,
  delimiter: string,
  isEnd: boolean,
): { value: string; next: number } | Unparsed {
  const start = from;
  const newline = text.indexOf('\n', start);
  while (true) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { status: 'incomplete', next: text.length };
    const after = text[quote + 1];
    if (after === undefined && !isEnd) return { status: 'incomplete', next: quote };
    if (after === undefined || after === delimiter || after === '\n' || after === '\r') {
      return { value: text.slice(start, quote).replaceAll('""', '"'), next: quote + 1 };
    }
    // After a delimiter on a later line, the quote opens a value of another row.
    const before = text[quote - 1];
    if (after !== '"' && (before === delimiter || before === '\n') && newline >= 0 && newline < quote)
      return { status: 'unclosed', next: quote };
    from = quote + (after === '"' ? 2 : 1);
  }
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);
const withoutQuotes = (cell: string) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

function countLines(text: string, from: number, to: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
