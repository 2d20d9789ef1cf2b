// Reads a feed file as a stream of rows: unpacks, decodes, detects the format, splits and parses.
import { basename } from 'node:path';
import { FeedError } from '../reading/feed-error.ts';
import { CellRecord, columnsOf, fromJson } from '../reading/feed-record.ts';
import { type Ending, markTruncated, openText } from '../reading/open-text.ts';
import { type DelimitedRow, DelimitedSplitter } from '../reading/split-delimited.ts';
import type { JsonPiece } from '../reading/split-json.ts';
import { jsonPieces, mapSplitter, parsePiece, type Splitter, split } from '../reading/splitter.ts';
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
import type { WatchedColumns } from './watched-columns.ts';

export interface FeedOptions {
  path: string;
  /** Display name of the source: a file name or a shortened URL. */
  source?: string;
  format?: FormatName;
  mapping?: MappedFormat;
  encoding?: string;
  settings?: FeedSettings;
  now_ms: number;
  /** Learns which columns the rows have and which of them are read. */
  columns?: WatchedColumns;
}

export interface FeedContent {
  format: FormatName;
  /** Why the format was detected. */
  reason: string;
  /** Rows per chunk of the file. They are parsed lazily and must be consumed before the next chunk is requested. */
  rows: AsyncIterable<Iterable<FeedRow>>;
  progress(): { done: number; size: number | null };
  /** Valid once all rows are read: whether the file was complete, and remarks on its form. */
  ending: Ending;
}

/** Closes the file after the last row, or when the consumer stops early. */
export async function readFeed(options: FeedOptions): Promise<FeedContent> {
  const text = await openText(options.path, options.encoding);
  const requested = {
    ...(options.format ? { format: options.format } : {}),
    ...(options.mapping ? { mapping: options.mapping } : {}),
  };
  try {
    const detected = detectFormat(text.head, requested);
    return {
      format: detected.name,
      reason: detected.reason,
      rows: split(text.chunks, rowsOf(detected, text.ending, options)),
      progress: text.progress,
      ending: text.ending,
    };
  } catch (error) {
    text.close();
    throw error;
  }
}

function rowsOf({ format, shape }: DetectedFormat, ending: Ending, options: FeedOptions): Splitter<FeedRow> {
  if (shape.kind === 'json') {
    const pieces = jsonPieces(shape, ending);
    return format
      ? products(format, mapSplitter(pieces, jsonRecords), options)
      : mapSplitter(pieces, (all) => jsonlRows(all, options));
  }
  if (!format) throw new FeedError('the format finderfee is JSONL, but this file is not');
  const records = shape.kind === 'xml' ? xmlRecords(shape.item, ending) : delimitedRecords(shape, ending);
  return products(format, records, options);
}

function products(format: FeedFormat, records: Splitter<GroupRow>, options: FeedOptions): Splitter<FeedRow> {
  const {
    settings = {},
    now_ms,
    columns,
    source = basename(options.path).replace(/(?:\.\w{2,5}){1,2}$/, ''),
  } = options;
  const reader = new RecordConverter({ format, settings, now_ms, source_name: source });
  const groups = format.group?.();
  const check = settings.strict ? onlySellable : <T>(row: T) => row;
  const read = (row: GroupRow): FeedRow =>
    'record' in row ? { line: row.record.line, read: check(reader.read(row.record)) } : row;
  const readAll = function* (given: Iterable<GroupRow>): Generator<FeedRow> {
    const rows = columns ? columns.watchAll(given, format.fields) : given;
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

function delimitedRecords(shape: DelimitedShape, ending: Ending): Splitter<GroupRow> {
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

function xmlRecords(item: string, ending: Ending): Splitter<GroupRow> {
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

function* jsonlRows(pieces: Iterable<JsonPiece>, { settings = {}, columns }: FeedOptions): Generator<FeedRow> {
  for (const piece of pieces) {
    const row = parsePiece(piece);
    if ('fault' in row) yield row;
    else {
      const read = parseProduct(row.value, settings);
      columns?.addObject(row.value);
      yield { line: row.line, read: settings.strict ? onlySellable(read) : read };
    }
  }
}

function* jsonRecords(pieces: Iterable<JsonPiece>): Generator<GroupRow> {
  for (const piece of pieces) {
    const row = parsePiece(piece);
    if ('fault' in row) yield row;
    else if (typeof row.value !== 'object' || row.value === null || Array.isArray(row.value))
      yield { line: row.line, fault: { field: '', reason: 'is not a JSON object' } };
    else yield { record: fromJson(row.line, row.value as Record<string, unknown>) };
  }
}
