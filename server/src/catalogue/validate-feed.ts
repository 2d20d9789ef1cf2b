// Validates the settings of a feed beyond what the schema can express.
import type { FeedChange, FeedInput } from '@finderfee/contract/catalogue.ts';
import { type Fault, InvalidInput } from '../invalid-input.ts';
import { isCurrency } from '../product/currency.ts';
import { isKnownEncoding } from '../reading/decode-text.ts';
import { FORMAT_NAMES } from './formats/format.ts';
import { mappedFormat } from './formats/mapped.ts';
import { templateFault } from './normalising/link-template.ts';
import { readInterval } from './registered-feed.ts';

export function validateFeed(input: Partial<FeedInput> | FeedChange): void {
  const { every, format = 'auto', mapping, currency, link_template, encoding } = input;
  const faults: Fault[] = [];
  const check = (field: keyof FeedInput, fault: string | undefined) => {
    if (fault) faults.push({ path: [field], message: fault, input: (input as Partial<FeedInput>)[field] });
  };
  check('id', 'id' in input && input.id === 'demo' ? 'is reserved for the demo catalogue' : undefined);
  check(
    'every',
    every !== undefined && readInterval(every) === undefined
      ? 'must be an interval such as 30min, 6h or 1d'
      : undefined,
  );
  const isFormat = format === 'auto' || (FORMAT_NAMES as readonly string[]).includes(format);
  check('format', isFormat ? undefined : `must be auto, ${FORMAT_NAMES.join(', ')}`);
  check('mapping', mapping === undefined || mapping === null ? undefined : mappingFault(mapping));
  check('currency', currency && !isCurrency(currency.toUpperCase()) ? 'is not an ISO 4217 currency' : undefined);
  check('link_template', link_template ? templateFault(link_template) : undefined);
  check('encoding', encoding && !isKnownEncoding(encoding) ? 'is not a known encoding' : undefined);
  if (faults.length > 0) throw new InvalidInput(faults);
}

function mappingFault(mapping: unknown): string | undefined {
  try {
    mappedFormat(mapping);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
