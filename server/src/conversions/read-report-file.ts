// Reads a report file of a network as a stream of records: CSV, TSV, JSON or JSON Lines, plain or compressed.
import { FeedError } from '../reading/feed-error.ts';
import { DELIMITERS, firstRows } from '../reading/first-rows.ts';
import { type Ending, markTruncated, type OpenText, openText } from '../reading/open-text.ts';
import type { RowFault } from '../reading/rejected-rows.ts';
import { type DelimitedRow, DelimitedSplitter } from '../reading/split-delimited.ts';
import type { JsonPiece } from '../reading/split-json.ts';
import { jsonPieces, mapSplitter, parsePiece, type Splitter, split } from '../reading/splitter.ts';
import type { Dialect } from './dialect.ts';
import { findField, type ReportRecord } from './read-report.ts';

type FileRow = { line: number } & ({ record: ReportRecord } | { fault: RowFault });

export interface ReportFile {
  /** Rows per chunk of the file. */
  rows: AsyncIterable<Iterable<FileRow>>;
  /** Valid once all rows are read. */
  ending: Ending;
}

/** Closes the file after the last row, or when the consumer stops early. */
export async function readReportFile(path: string, dialect: Dialect): Promise<ReportFile> {
  const text = await openText(path);
  try {
    return { rows: await rowsOf(text, dialect), ending: text.ending };
  } catch (error) {
    text.close();
    throw error;
  }
}

async function rowsOf(text: OpenText, dialect: Dialect): Promise<AsyncIterable<Iterable<FileRow>>> {
  const start = text.head.trimStart()[0];
  if (start === undefined) throw new FeedError('the file is empty');
  if (start === '<') throw new FeedError('a report file is CSV, TSV, JSON or JSON Lines, and this is XML or HTML');
  const isDocument = start === '{' && !isJsonLines(text.head, dialect);
  if (isDocument) return documentRows(await readAll(text), dialect);
  if (start === '{' || start === '[') {
    const pieces = jsonPieces({ isArray: start === '[', isInObject: false }, text.ending);
    return split(text.chunks, mapSplitter(pieces, jsonRows));
  }
  return split(text.chunks, delimitedRows(findHeader(text.head, dialect), text.ending));
}

function* jsonRows(pieces: Iterable<JsonPiece>): Generator<FileRow> {
  for (const piece of pieces) {
    const row = parsePiece(piece);
    if ('fault' in row) yield row;
    else yield toRow(row.line, row.value);
  }
}

const isObject = (value: unknown): value is ReportRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toRow = (line: number, value: unknown): FileRow =>
  isObject(value) ? { line, record: value } : { line, fault: { field: '', reason: 'is not a JSON object' } };

/** Whether the first line is a report, and not the start of an object that holds a list of them. */
function isJsonLines(head: string, dialect: Dialect): boolean {
  const [piece] = jsonRows([{ line: 1, text: head.trimStart().split('\n', 1)[0]! }]);
  return piece !== undefined && 'record' in piece && findField(piece.record, dialect, 'transaction_id') !== undefined;
}

/** Bounds the memory of JSON that is not a stream of reports. */
const MAX_DOCUMENT_CHARS = 64 * 1024 * 1024;

async function readAll({ chunks }: OpenText): Promise<string> {
  const parts: string[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_DOCUMENT_CHARS)
      throw new FeedError('a JSON object of more than 64 MB: save the list in it as an array or as JSON Lines');
  }
  return parts.join('');
}

/** An answer of an API: the list of reports in an object. `line` counts the reports. */
async function* documentRows(json: string, dialect: Dialect): AsyncGenerator<Iterable<FileRow>> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new FeedError('is neither JSON nor JSON Lines with a transaction id in the first line');
  }
  const lists = listsIn(value, 0);
  const isReports = (list: unknown[]) => isObject(list[0]) && findField(list[0], dialect, 'transaction_id');
  const list = isObject(value) && findField(value, dialect, 'transaction_id') ? [value] : undefined;
  const found = list ?? lists.find(isReports) ?? (lists.length === 1 ? lists[0] : undefined);
  if (!found) throw new FeedError('the JSON object holds no list of reports');
  yield found.map((one, i) => toRow(i + 1, one));
}

const MAX_DEPTH = 4;

function listsIn(value: unknown, depth: number): unknown[][] {
  if (Array.isArray(value)) return [value];
  return isObject(value) && depth < MAX_DEPTH ? Object.values(value).flatMap((one) => listsIn(one, depth + 1)) : [];
}

interface Header {
  delimiter: string;
  names: string[];
  /** Number of rows before the first report, including the header. */
  skip: number;
}

/** The row that has a column for the transaction id, and the most columns that the dialect knows. */
function findHeader(head: string, dialect: Dialect): Header {
  const lower = (names: readonly string[] = []) => names.map((name) => name.toLowerCase());
  const known = new Set(lower(Object.values(dialect.fields).flat()));
  const ids = new Set(lower(dialect.fields.transaction_id));
  let best: (Header & { score: number }) | undefined;
  for (const delimiter of DELIMITERS) {
    for (const [index, cells] of firstRows(head, delimiter, true).entries()) {
      const names = cells.map((cell) => cell.trim());
      const folded = lower(names);
      const score = folded.some((name) => ids.has(name)) ? folded.filter((name) => known.has(name)).length : 0;
      if (score > (best?.score ?? 0)) best = { delimiter, names, skip: index + 1, score };
    }
  }
  if (best) return best;
  const expected = (dialect.fields.transaction_id ?? []).join(' or ');
  throw new FeedError(`the file has no column ${expected} (transaction_id): name yours with --mapping`);
}

function delimitedRows({ delimiter, names, skip }: Header, ending: Ending): Splitter<FileRow> {
  const splitter = new DelimitedSplitter({ delimiter, hasQuotes: true });
  let above = skip;
  const take = function* (rows: Iterable<DelimitedRow>): Generator<FileRow> {
    for (const { line, cells, fault } of rows) {
      if (above > 0) {
        if (--above === 0) splitter.width = names.length;
      } else if (fault) yield { line, fault: { field: '', reason: fault, value: cells.join(delimiter) } };
      else yield { line, record: recordOf(names, cells) };
    }
  };
  return {
    push: (text) => take(splitter.push(text)),
    *end() {
      yield* take(splitter.end());
      if (splitter.isCutOff) markTruncated(ending, 'the last line is truncated');
    },
  };
}

/** The first of several columns with the same name counts. */
function recordOf(names: string[], cells: string[]): ReportRecord {
  const record: Record<string, string> = Object.create(null);
  for (const [i, name] of names.entries()) record[name] ??= cells[i] ?? '';
  return record;
}
