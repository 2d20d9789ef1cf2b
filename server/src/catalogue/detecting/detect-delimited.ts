// Detects the delimiter, header row and format of a delimited file.

import { columnName } from '../../reading/feed-record.ts';
import { DELIMITERS, firstRows } from '../../reading/first-rows.ts';
import { RAKUTEN_COLUMNS, RAKUTEN_MERCHANT_COLUMNS, rakuten } from '../formats/rakuten.ts';
import { SHAREASALE_COLUMNS, shareasale } from '../formats/shareasale.ts';
import {
  type DelimitedShape,
  type DetectedFormat,
  describeMissing,
  type RequestedFormat,
  requestedFormat,
  unknownFormat,
} from './detected-format.ts';
import { detectByColumns, scoreOf } from './signatures.ts';

const DELIMITER_NAMES: Record<string, string> = { ',': 'commas', '\t': 'tabs', ';': 'semicolons', '|': 'pipes' };
const SHOWN_COLUMNS = 8;

type DetectedDelimited = DetectedFormat & { shape: DelimitedShape };

export function detectDelimited(head: string, requested: RequestedFormat): DetectedFormat {
  const rakutenText = detectRakuten(head);
  if (rakutenText && !requested.mapping) return rakutenText;
  const delimiters = requested.mapping?.delimiter ? [requested.mapping.delimiter] : DELIMITERS;
  const given = requestedFormat(requested);
  if (requested.mapping?.header) return byGivenHeader(requested, delimiters, head);
  const minScore = requested.mapping ? 1 : 2;
  let best: (DetectedDelimited & { score: number }) | undefined;
  for (const delimiter of delimiters) {
    for (const [index, cells] of firstRows(head, delimiter, true).entries()) {
      const columns = new Set(cells.map(columnName));
      const known = given ? { format: given, by: [], score: scoreOf(given, columns) } : detectByColumns(columns);
      if (!known || known.score < minScore || known.score <= (best?.score ?? 0)) continue;
      const shape: DelimitedShape = {
        kind: 'delimited',
        delimiter,
        hasQuotes: known.format !== shareasale || delimiter !== '|',
        header: cells,
        skip: index + 1,
        outer: {},
      };
      best = {
        format: known.format,
        name: known.format.name,
        reason: reasonOf(delimiter, known.by, index),
        shape,
        score: known.score,
      };
    }
  }
  const found = best ?? (requested.mapping ? undefined : detectShareasale(head));
  const first = found ? found.shape.header : widestFirstRow(head, delimiters);
  const columns = new Set(first.map(columnName));
  const missing = requested.mapping?.missing(columns) ?? [];
  if (!found || missing.some(({ isNeeded }) => isNeeded)) throw unknownFormat(requested, describe(first), columns);
  if (missing.length === 0) return found;
  return { ...found, reason: `${found.reason}; ${describeMissing(requested.mapping!, columns)}` };
}

function reasonOf(delimiter: string, by: string[], index: number): string {
  const above = index === 0 ? '' : `; ${index} ${index === 1 ? 'line' : 'lines'} above the header skipped`;
  return `${DELIMITER_NAMES[delimiter] ?? delimiter}${by.length > 0 ? `, columns ${by.join(', ')}` : ', using the mapping'}${above}`;
}

function byGivenHeader({ mapping }: RequestedFormat, delimiters: string[], head: string): DetectedFormat {
  const widths = delimiters.map((delimiter) => firstRows(head, delimiter, true)[0]?.length ?? 0);
  const delimiter = delimiters[widths.indexOf(Math.max(...widths))]!;
  const shape: DelimitedShape = {
    kind: 'delimited',
    delimiter,
    hasQuotes: true,
    header: mapping!.header!,
    skip: 0,
    outer: {},
  };
  return {
    format: mapping!,
    name: 'mapped',
    reason: `${DELIMITER_NAMES[delimiter] ?? delimiter}, using the mapping`,
    shape,
  };
}

/** `HDR|MID|name|time` above the products, `TRL|count` below them, and an optional row of column names. */
function detectRakuten(head: string): DetectedFormat | undefined {
  const [, delimiter, rest] = /^HDR([|\t])([^\n]*)/.exec(head) ?? [];
  if (!delimiter || !rest) return undefined;
  const [mid = '', name = ''] = rest.trim().split(delimiter);
  const [, first = [], second = []] = firstRows(head, delimiter, false);
  const named = new Set(first.map(columnName));
  const hasHeader = named.has('product_id') || named.has('product_name');
  const sample = hasHeader ? second : first;
  const isFlag = (cell = '') => /^[YN]$/i.test(cell.trim());
  const fixed = isFlag(sample[18]) && isFlag(sample[20]) ? RAKUTEN_MERCHANT_COLUMNS : RAKUTEN_COLUMNS;
  const shape: DelimitedShape = {
    kind: 'delimited',
    delimiter,
    hasQuotes: false,
    header: hasHeader ? first : fixed,
    skip: hasHeader ? 2 : 1,
    outer: { '^hdr_mid': mid.trim(), '^hdr_name': name.trim() },
    trailer: 'TRL',
  };
  return { format: rakuten, name: 'rakuten', reason: 'a first line HDR that names the merchant', shape };
}

/** Without a header: product id, name, merchant id, merchant name and link, in this order. */
function detectShareasale(head: string): DetectedDelimited | undefined {
  const rows = firstRows(head, '|', false).slice(0, 10);
  const isProduct = (cells: string[]) =>
    cells.length >= 12 && /^\d+$/.test(cells[0]!) && /^\d+$/.test(cells[2]!) && /^https?:\/\//i.test(cells[4]!);
  if (rows.length === 0 || rows.filter(isProduct).length * 2 < rows.length) return undefined;
  const shape: DelimitedShape = {
    kind: 'delimited',
    delimiter: '|',
    hasQuotes: false,
    header: SHAREASALE_COLUMNS,
    skip: 0,
    outer: {},
  };
  return {
    format: shareasale,
    name: 'shareasale',
    reason: 'pipes without a header, with product id, merchant id and link in the usual columns',
    shape,
  };
}

const widestFirstRow = (head: string, delimiters: string[]): string[] =>
  delimiters
    .map((delimiter) => firstRows(head, delimiter, true)[0] ?? [])
    .reduce((a, b) => (b.length > a.length ? b : a));

function describe(row: string[]): string {
  const shown = row.slice(0, SHOWN_COLUMNS).map((cell) =>
    cell
      .slice(0, 40)
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  );
  return `the first row holds ${shown.join(', ')}${row.length > SHOWN_COLUMNS ? ' …' : ''}`;
}
