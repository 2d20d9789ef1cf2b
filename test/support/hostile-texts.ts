// Bodies and URLs of bounded size that are costly to read for a pattern or a loop that looks back or ahead, by seed.
import { DEFAULT_BODY_LIMIT_BYTES, DEFAULT_KEYLESS, type Endpoint } from '@finderfee/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@finderfee/contract/endpoints.ts';
import { examples } from '@finderfee/contract/examples.ts';

type Random = () => number;

export interface TextRequest {
  method: string;
  path: string;
  body: string | undefined;
  /** What is hostile about it, for the reader. */
  what: string;
}

/** Short texts that make a long one: card numbers, emails, keys, macros, escapes, numbers, spaces, folded letters. */
const UNITS = [
  ...['4-', '4 ', '62-', '4111 1111 1111 1111 ', '36-4 ', '4', 'a@', 'a@b ', '%40', 'ff_', 'ff_ff', 'macro', 'macro0n'],
  ...[
    'x',
    '{click_id}',
    '{',
    '../',
    '%',
    '%f',
    '&',
    '&amp;',
    '=',
    '||',
    'a||',
    '<',
    '"',
    "'",
    '\\',
    '/',
    '?',
    '.',
    ',',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u2028',
    '1_',
    '0_',
    '1.',
    '1,',
    '9',
    '-',
    'no, ',
    'not red ',
    'under 5 ',
    '5" ',
    'a-b ',
  ],
  ...['é', 'ß', 'İ', 'e\u0301', '\u0301', '😀', 'ﷺ', '㌀', 'a '],
];
const PLAIN = 'A copper kettle of 1.7 litres, with a whistle. ';
/** What a header may hold in all is 16 KB. */
const MAX_URL_CHARS = 12_000;

const keyless = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
  (DEFAULT_KEYLESS as readonly string[]).includes(endpoints[name].group),
);

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;
const fill = (unit: string, bytes: number) => unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
const limitOf = (entry: Endpoint) => (entry.body_limit_bytes ?? DEFAULT_BODY_LIMIT_BYTES) - 100;

/** The largest request to the endpoint with the largest body, and nothing hostile in it. */
export const plainRequest = (): TextRequest => bodyRequest('createOffers', 'plain', fill(PLAIN, 12_000), () => 0);

/**
 * Attacks that worked once: digits for the masking of card numbers, links for the stand-in of macros, utm values, one bad
 * text beside many faults, and many bad texts below a long name.
 */
export const knownAttacks = (): TextRequest[] => [
  bodyRequest('createOffers', '"4-"', fill('4-', 16_000), () => 0),
  bodyRequest('createOffers', '"macrox"', `macro${fill('x', 7900)}`, () => 0.9),
  bodyRequest('recordSignup', '"4-"', fill('4-', 4000), () => 0.9),
  { ...urlRequest('recordSignup', '', () => 0.9), ...badTextBesideFaults() },
  { ...urlRequest('createOffers', '', () => 0.9), ...badTextsBelowLongName() },
];

function badTextBesideFaults(): Pick<TextRequest, 'body' | 'what'> {
  const numbers = Array.from({ length: 10_000 }, (_, i) => `"${i.toString(36).padStart(5, 'k')}":1`);
  return { body: `{"utm":{"z":"\\u0000",${numbers.join(',')}}}`, what: 'a bad text beside numbers' };
}

function badTextsBelowLongName(): Pick<TextRequest, 'body' | 'what'> {
  const half = limitOf(endpoints.createOffers) / 2;
  return { body: `[{"${fill('k', half)}":[${fill('"\\u0000",', half)}1]}]`, what: 'bad texts below a long name' };
}

export function hostileRequest(random: Random): TextRequest {
  const name = pick(keyless, random);
  const entry: Endpoint = endpoints[name];
  const unit = pick(UNITS, random);
  if (!entry.body) return urlRequest(name, unit, random);
  const limit = limitOf(entry);
  const shape = random();
  const { method, path } = urlRequest(name, '', random);
  if (shape < 0.3) return { method, path, ...structure(limit, random) };
  // As long as the field may be, or longer than any field may be.
  const length = pick([250, 2000, 4000, 8000, 60_000, limit], random);
  return bodyRequest(name, JSON.stringify(unit), fill(unit, Math.min(length, limit)), random);
}

/** JSON that is all structure, whole or broken. */
function structure(limit: number, random: Random): Pick<TextRequest, 'body' | 'what'> {
  const [begin, unit, end] = pick(
    [
      ['[', '1,', '1]'],
      ['[', '{},', '{}]'],
      ['[', '"",', ''],
      ['["', '\\n', ''],
      ['["', '😀', ''],
      ['', '[', ''],
      ['', '{"":', ''],
      ['', ' ', ''],
      ['{"utm":{', '"x":1,', '"y":1}}'],
      ['', '1', ''],
    ],
    random,
  ) as [string, string, string];
  const isNamed = random() < 0.2;
  const many = Array.from({ length: Math.floor(limit / 16) }, (_, i) => `"k${i.toString(36)}":1`);
  return isNamed
    ? { body: `{${many.join(',')}}`, what: `${many.length} properties` }
    : { body: begin + fill(unit, limit - begin.length - end.length) + end, what: `${begin}${unit}…${end}` };
}

/** The example with the text in one of its fields; of a list, as many of them as the limit leaves room for. */
function bodyRequest(name: EndpointName, what: string, text: string, random: Random): TextRequest {
  const { method, path } = urlRequest(name, '', random);
  const limit = limitOf(endpoints[name]);
  const isList = Array.isArray(examples[name].body);
  const items: string[] = [];
  for (let bytes = 0; items.length < (isList ? 500 : 1); ) {
    const item = JSON.stringify(withText(name, text, items.length, random));
    bytes += Buffer.byteLength(item) + 1;
    if (bytes > limit && items.length > 0) break;
    if (bytes > limit) return bodyRequest(name, what, text.slice(0, text.length / 2), random);
    items.push(item);
  }
  return { method, path, body: isList ? `[${items.join(',')}]` : items[0]!, what };
}

function withText(name: EndpointName, text: string, n: number, random: Random): unknown {
  const [copy] = [structuredClone(examples[name].body)].flat() as {
    product_click?: Record<string, unknown>;
    product_info?: Record<string, unknown>;
  }[];
  const { product_click: click, product_info: info } = copy!;
  const texts = membersOf(copy).filter(([holder, field]) => typeof holder[field] === 'string');
  const [holder, field] = info ? [info, 'description'] : pick(texts, random);
  if (click) click.click_id = `k${n}`;
  if (random() < 0.7) holder[field] = text;
  else if (info) info.direct_link = `https://shop.example/${text.replace(/\s/g, '').slice(0, 8000)}`;
  else for (const [other, name] of texts) other[name] = text;
  return copy;
}

function urlRequest(name: EndpointName, unit: string, random: Random): TextRequest {
  const { method, path }: Endpoint = endpoints[name];
  const { params = {}, query } = examples[name];
  const text = unit && fill(unit, pick([250, MAX_URL_CHARS / 9], random));
  const written = pick([encodeURIComponent(text), text.replace(/[^!-~]/g, '')], random).slice(0, MAX_URL_CHARS);
  const inPath = random() < 0.5;
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) =>
    inPath && written !== '' ? written.replace(/[/?#]/g, '') : encodeURIComponent(params[part] ?? 'x'),
  );
  const rest = inPath || written === '' ? (query ? `?${new URLSearchParams(query)}` : '') : `?email=${written}`;
  return { method, path: filled + rest, body: undefined, what: JSON.stringify(unit) };
}

function membersOf(value: unknown): [holder: Record<string, unknown>, name: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(membersOf);
  if (Array.isArray(value)) return inner;
  return [...Object.keys(value).map((name) => [value, name] as [Record<string, unknown>, string]), ...inner];
}
