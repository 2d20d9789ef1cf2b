// The detected format of a feed, and the format that the operator asked for.

import { FeedError } from '../../reading/feed-error.ts';
import type { FeedFormat, FormatName } from '../formats/format.ts';
import type { MappedFormat } from '../formats/mapped.ts';
import { FORMATS } from './signatures.ts';

export interface DelimitedShape {
  kind: 'delimited';
  delimiter: string;
  hasQuotes: boolean;
  header: string[];
  /** Number of rows before the first product, including the header. */
  skip: number;
  /** Values from the rows above the header, which apply to all products. */
  outer: Record<string, string>;
  /** First cell of the trailer row, which states the number of products. */
  trailer?: string;
}

export type Shape =
  | DelimitedShape
  | { kind: 'xml'; item: string }
  | { kind: 'json'; isArray: boolean; isInObject: boolean };

export interface DetectedFormat {
  /** Undefined for our own JSONL, which needs no column table. */
  format: FeedFormat | undefined;
  name: FormatName;
  reason: string;
  shape: Shape;
}

export interface RequestedFormat {
  /** Undefined: detect the format. */
  format?: FormatName;
  mapping?: MappedFormat;
}

/** The error of a file that matches neither the requested nor any known format. */
export function unknownFormat(
  { format, mapping }: RequestedFormat,
  found: string,
  columns: ReadonlySet<string>,
): FeedError {
  if (mapping) return new FeedError(`the mapping does not fit: ${describeMissing(mapping, columns)}; ${found}`);
  if (format) return new FeedError(`the file is not in the format ${format}: ${found}`);
  return new FeedError(
    `the format is not recognised: ${found}. Choose a format, or map the columns (--format, --mapping)`,
  );
}

export const describeMissing = (mapping: MappedFormat, columns: ReadonlySet<string>): string =>
  `the file has no column ${mapping
    .missing(columns)
    .map(({ description }) => description)
    .join(', ')}`;

/** The mapping or the requested format, which applies to files of any shape. */
export const requestedFormat = ({ format, mapping }: RequestedFormat): FeedFormat | undefined =>
  mapping ?? FORMATS.find(({ name }) => name === format);
