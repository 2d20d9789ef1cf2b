// Reads a feed file as a stream of rows: unpacks, decodes, detects the format, splits and parses.
import { basename } from 'node:path';
import { decodeText } from '../reading/decode-text.ts';
import { FeedError } from '../reading/feed-error.ts';
import { CellRecord, columnsOf, fromJson } from '../reading/feed-record.ts';
import { type OpenFeed, openFeed } from '../reading/open-feed.ts';
import { type DelimitedRow, DelimitedSplitter } from '../reading/split-delimited.ts';
import { JsonArraySplitter, JsonLinesSplitter, type JsonPiece } from '../reading/split-json.ts';
import { XmlItemReader } from '../reading/xml-item-reader.ts';
import type { XmlRecord } from '../reading/xml-record-builder.ts';
import { detectFormat } from './detecting/detect-format.ts';
import type { DelimitedShape, DetectedFormat } from './detecting/detected-format.ts';
import type { FeedFormat, FormatName, GroupRow } from './formats/format.ts';
import type { MappedFormat } from './formats/mapped.ts';
import type { FeedRow } from './import-products.ts';
import { parseProduct } from './parse-product.ts';
import { type FeedSettings, RecordConverter } from './record-converter.ts';
import { onlySellable } from './sale-faults.ts';

/** Size of the prefix that format detection reads. */
const HEAD_CHARS = 256 * 1024;

export interface FeedOptions {
  path: string;
  /** Display name of the source: a file name or a shortened URL. */
  source?: string;
  format?: FormatName;
  mapping?: MappedFormat;
  encoding?: string;
  settings?: FeedSettings;
  now_ms: number;
}

export interface FeedContent {
  format: FormatName;
  /** Why the format was detected. */
  reason: string;
  /** Rows per chunk of the file. They are parsed lazily and must be consumed before the next chunk is requested. */
  rows: AsyncIterable<Iterable<FeedRow>>;
  progress(): { done: number; size: number | null };
  /** Valid once all rows are read: whether the file was complete, and remarks on its form. */
  ending: { isComplete: boolean; notes: string[] };
}

/** Closes the file after the last row, or when the consumer stops early. */
export async function readFeed(options: FeedOptions): Promise<FeedContent> {
  const file = await openFeed(options.path);
  try {
    return await readOpened(file, options);
  } catch (error) {
    file.close();
    throw error;
  }
}

async function readOpened(file: OpenFeed, options: FeedOptions): Promise<FeedContent> {
  const chunks = decodeText(file.bytes, options.encoding);
  const ending: FeedContent['ending'] = { isComplete: true, notes: [] };
  const head: string[] = [];
  for (let size = 0; size < HEAD_CHARS; ) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    size += next.value.length;
  }
  const requested = {
    ...(options.format ? { format: options.format } : {}),
    ...(options.mapping ? { mapping: options.mapping } : {}),
  };
  const rest = untilTruncated(chunks, ending);
  const detected = detectFormat(head.join('').slice(0, HEAD_CHARS), requested);
  // A chunk counts as done when the next is requested: its rows are handled by then.
  let handled_bytes = 0;
  const text = (async function* () {
    try {
      yield* head.splice(0);
      for (let read_bytes = file.done(); ; read_bytes = file.done()) {
        handled_bytes = read_bytes;
        const next = await rest.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      file.close();
    }
  })();
  return {
    format: detected.name,
    reason: detected.reason,
    rows: split(text, rowsOf(detected, ending, options)),
    progress: () => ({ done: handled_bytes, size: file.size }),
    ending,
  };
}

/** A truncated archive still yields the rows before the cut. */
async function* untilTruncated(chunks: AsyncIterable<string>, ending: FeedContent['ending']): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
    markTruncated(ending, 'the compressed file is truncated');
  }
}

function markTruncated(ending: FeedContent['ending'], note: string): void {
  ending.isComplete = false;
  if (!ending.notes.includes(note)) ending.notes.push(note);
}

/** Splits a stream of text into parts. */
interface Splitter<T> {
  push(text: string): Iterable<T>;
  end(): Iterable<T>;
}

async function* split<T>(text: AsyncIterable<string>, splitter: Splitter<T>): AsyncGenerator<Iterable<T>> {
  for await (const chunk of text) yield splitter.push(chunk);
  yield splitter.end();
}

const mapSplitter = <A, B>(splitter: Splitter<A>, step: (parts: Iterable<A>) => Iterable<B>): Splitter<B> => ({
  push: (text) => step(splitter.push(text)),
  end: () => step(splitter.end()),
});

function rowsOf(
  { format, shape }: DetectedFormat,
  ending: FeedContent['ending'],
  options: FeedOptions,
): Splitter<FeedRow> {
  if (shape.kind === 'json') {
    const pieces = jsonPieces(shape, ending);
    return format
      ? products(format, mapSplitter(pieces, jsonRecords), options)
      : mapSplitter(pieces, (all) => jsonlRows(all, options.settings ?? {}));
  }
  if (!format) throw new FeedError('the format finderfee is JSONL, but this file is not');
  const records = shape.kind === 'xml' ? xmlRecords(shape.item, ending) : delimitedRecords(shape, ending);
  return products(format, records, options);
}

function products(format: FeedFormat, records: Splitter<GroupRow>, options: FeedOptions): Splitter<FeedRow> {
  const { settings = {}, now_ms, source = basename(options.path).replace(/(?:\.\w{2,5}){1,2}$/, '') } = options;
  const reader = new RecordConverter({ format, settings, now_ms, source_name: source });
  const groups = format.group?.();
  const check = settings.strict ? onlySellable : <T>(row: T) => row;
  const read = (row: GroupRow): FeedRow =>
    'record' in row ? { line: row.record.line, read: check(reader.read(row.record)) } : row;
  const readAll = function* (rows: Iterable<GroupRow>): Generator<FeedRow> {
    if (!groups) for (const row of rows) yield read(row);
    else for (const row of rows) for (const one of groups.push(row)) yield read(one);
  };
  return {
    push: (text) => readAll(records.push(text)),
    *end() {
      yield* readAll(records.end());
      for (const row of groups?.end() ?? []) yield read(row);
    },
  };
}

function delimitedRecords(shape: DelimitedShape, ending: FeedContent['ending']): Splitter<GroupRow> {
  const splitter = new DelimitedSplitter(shape);
  const columns = columnsOf([...shape.header, ...Object.keys(shape.outer)]);
  const outer = Object.values(shape.outer);
  let skip = shape.skip;
  let products = 0;
  let trailer: string[] | undefined;
  const take = function* (rows: Iterable<DelimitedRow>): Generator<GroupRow> {
    for (const { line, cells, fault } of rows) {
      if (skip > 0) {
        if (--skip === 0 && !shape.trailer) splitter.width = shape.header.length;
      } else if (shape.trailer && cells[0] === shape.trailer) trailer = cells;
      else {
        products++;
        if (fault) yield { line, fault: { field: '', reason: fault, value: cells.join(shape.delimiter) } };
        else
          yield {
            record: new CellRecord(line, columns, outer.length > 0 ? padded(cells, shape.header.length, outer) : cells),
          };
      }
    }
  };
  return {
    push: (text) => take(splitter.push(text)),
    *end() {
      yield* take(splitter.end());
      if (shape.trailer && !trailer) markTruncated(ending, 'the last line, with the number of products, is missing');
      else if (trailer && /^\d+$/.test(trailer[1] ?? '') && Number(trailer[1]) !== products)
        markTruncated(ending, `the last line states ${trailer[1]} products, but the file has ${products}`);
      if (splitter.isCutOff) markTruncated(ending, 'the last line is truncated');
    },
  };
}

function padded(cells: string[], width: number, outer: string[]): string[] {
  const row = cells.slice(0, width);
  while (row.length < width) row.push('');
  row.push(...outer);
  return row;
}

function xmlRecords(item: string, ending: FeedContent['ending']): Splitter<GroupRow> {
  const items = new XmlItemReader((name) => name === item);
  const toRow = (record: XmlRecord): GroupRow =>
    record.fault ? { line: record.line, fault: { field: '', reason: record.fault } } : { record };
  return {
    push: (text) => items.push(text).map(toRow),
    end() {
      const last = items.end().map(toRow);
      if (!items.isComplete) markTruncated(ending, 'the XML is truncated');
      if (items.faults > 0) ending.notes.push(`${items.faults} XML errors, the first: ${items.firstFault}`);
      return last;
    },
  };
}

function jsonPieces(
  shape: { isArray: boolean; isInObject: boolean },
  ending: FeedContent['ending'],
): Splitter<JsonPiece> {
  if (!shape.isArray) return new JsonLinesSplitter();
  const members = new JsonArraySplitter(shape.isInObject);
  return {
    push: (text) => members.push(text),
    *end() {
      for (const piece of members.end()) {
        markTruncated(ending, 'the JSON is truncated');
        yield piece;
      }
    },
  };
}

function parse({
  line,
  text,
  fault,
}: JsonPiece): { line: number; value: unknown } | { line: number; fault: { field: string; reason: string } } {
  if (text === undefined) return { line, fault: { field: '', reason: fault! } };
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return { line, fault: { field: '', reason: 'is not JSON' } };
  }
}

function* jsonlRows(pieces: Iterable<JsonPiece>, settings: FeedSettings): Generator<FeedRow> {
  for (const piece of pieces) {
    const row = parse(piece);
    if ('fault' in row) yield row;
    else {
      const read = parseProduct(row.value, settings);
      yield { line: row.line, read: settings.strict ? onlySellable(read) : read };
    }
  }
}

function* jsonRecords(pieces: Iterable<JsonPiece>): Generator<GroupRow> {
  for (const piece of pieces) {
    const row = parse(piece);
    if ('fault' in row) yield row;
    else if (typeof row.value !== 'object' || row.value === null || Array.isArray(row.value))
      yield { line: row.line, fault: { field: '', reason: 'is not a JSON object' } };
    else yield { record: fromJson(row.line, row.value as Record<string, unknown>) };
  }
}
