// Command-line options that describe a feed, shared by `import` and `feeds`.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isCurrency } from '../product/currency.ts';
import { isKnownEncoding } from '../reading/decode-text.ts';
import { readMappingFile } from '../reading/mapping-file.ts';
import { FORMAT_NAMES } from './formats/format.ts';
import { mappedFormat } from './formats/mapped.ts';
import { templateFault } from './normalising/link-template.ts';
import { type FeedChoices, withoutUndefined } from './registered-feed.ts';

export interface FeedFlags {
  format?: string;
  mapping?: unknown;
  merchantId?: string;
  merchantName?: string;
  domain?: string;
  currency?: string;
  linkTemplate?: string;
  publisherId?: string;
  strict?: boolean;
  encoding?: string;
}

export const addFeedFlags = (command: Command, { format }: { format?: 'auto' } = { format: 'auto' }): Command =>
  command
    .addOption(new Option('--format <name>', 'format of the feed').choices(['auto', ...FORMAT_NAMES]).default(format))
    .option('--mapping <file>', 'JSON file that maps columns to product fields', readMapping)
    .option('--merchant-id <id>', 'merchant id, if the feed does not contain one', notEmpty)
    .option('--merchant-name <name>', 'name of the merchant', notEmpty)
    .option('--domain <domain>', 'domain of the merchant, such as shop.example', domain)
    .option('--currency <code>', 'currency of prices that do not state one', currency)
    .option(
      '--link-template <link>',
      'template of tracked links: https://track.example/deep?u={url}&sid={click_id}',
      template,
    )
    .option(
      '--publisher-id <id>',
      'your id with the network, which replaces placeholders such as PUBLISHER_ID in links',
      notEmpty,
    )
    .option('--strict', 'reject products without a price, currency or link, or with a placeholder in a link')
    .option('--encoding <name>', 'encoding, if it is neither UTF-8 nor Latin-1', encoding);

export function readFlags(flags: FeedFlags): FeedChoices {
  return withoutUndefined({
    encoding: flags.encoding,
    format: flags.format === 'auto' ? undefined : flags.format,
    mapping: flags.mapping,
    settings: withoutUndefined({
      merchant_id: flags.merchantId,
      merchant_name: flags.merchantName,
      domain: flags.domain,
      currency: flags.currency,
      link_template: flags.linkTemplate,
      publisher_id: flags.publisherId,
      strict: flags.strict,
    }),
  });
}

const readMapping = (path: string) => readMappingFile(path, mappedFormat);

function checked(holds: (value: string) => boolean, message: string) {
  return (value: string): string => {
    if (!holds(value)) throw new InvalidArgumentError(message);
    return value;
  };
}

const notEmpty = checked((value) => value.trim() !== '', 'must not be empty');
const domain = checked(
  (value) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)+$/i.test(value),
  'must be a domain such as shop.example',
);
const encoding = checked(isKnownEncoding, 'is not a known encoding');
const currency = (value: string) => checked(isCurrency, 'is not an ISO 4217 currency')(value.toUpperCase());
const template = (value: string) => {
  const fault = templateFault(value);
  if (fault) throw new InvalidArgumentError(fault);
  return value;
};

const FEED_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export function feedName(value: string): string {
  if (!FEED_NAME.test(value)) throw new InvalidArgumentError('must be up to 64 letters, digits, _, . or -');
  if (value === 'demo') throw new InvalidArgumentError('is reserved for the demo catalogue');
  return value;
}
