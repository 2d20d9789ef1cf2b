// What a feed was recognised as, and what the operator asked for.
import type { FeedFormat, FormatName } from '../formats/format.ts';
import type { MappedFormat } from '../formats/mapped.ts';
import { FeedError } from '../reading/feed-error.ts';
import { FORMATS } from './signatures.ts';

export interface DelimitedShape {
  kind: 'delimited';
  delimiter: string;
  hasQuotes: boolean;
  header: string[];
  /** Rows before the first product: the header, and what stands above it. */
  skip: number;
  /** What the rows above say of all products. */
  outer: Record<string, string>;
  /** The first cell of a last row that closes the file and tells how many there were. */
  trailer?: string;
}

export type Shape =
  | DelimitedShape
  | { kind: 'xml'; item: string }
  | { kind: 'json'; isArray: boolean; isInObject: boolean };

export interface Recognised {
  /** Undefined: our own JSONL, which needs no table. */
  format: FeedFormat | undefined;
  name: FormatName;
  reason: string;
  shape: Shape;
}

export interface Wanted {
  /** Auto, unless the operator knows better. */
  format?: FormatName;
  mapping?: MappedFormat;
}

/** Why a file cannot be read as what it is, or as what the operator asked for. */
export function notRecognised({ format, mapping }: Wanted, found: string, columns: ReadonlySet<string>): FeedError {
  if (mapping) return new FeedError(`the mapping does not fit: ${describeMissing(mapping, columns)}; ${found}`);
  if (format) return new FeedError(`it is not in the format ${format}: ${found}`);
  return new FeedError(`the format is not recognised: ${found}. Give --format, or --mapping for a format of your own`);
}

export const describeMissing = (mapping: MappedFormat, columns: ReadonlySet<string>): string =>
  `the file has no column ${mapping
    .missing(columns)
    .map(({ said }) => said)
    .join(', ')}`;

/** The formats that read a file of any shape: the mapping, or the one that was asked for. */
export const givenFormat = ({ format, mapping }: Wanted): FeedFormat | undefined =>
  mapping ?? FORMATS.find(({ name }) => name === format);
