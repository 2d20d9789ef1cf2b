// Emails, card numbers and API keys that stand nowhere else, and requests that carry one in any place, by seed.
import { createHmac } from 'node:crypto';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@finderfee/contract/endpoints.ts';
import { examples } from '@finderfee/contract/examples.ts';

type Random = () => number;
type Kind = 'email' | 'card' | 'key';

export interface Canary {
  kind: Kind;
  text: string;
  /** What must not be found, in any spelling of the text. */
  needle: string;
}

export interface CanaryRequest {
  canary: Canary;
  /** Where it was put: a header, a body's field, a path. */
  place: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  convo_id: string;
}

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;
const digits = (count: number, random: Random) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const letters = (count: number, random: Random) =>
  Array.from({ length: count }, () => pick([...'abcdefghijklmnopqrstuvwxyz0123456789'], random)).join('');

/** Prefixes of the schemes, with the length of their numbers. */
const SCHEMES: [prefix: string, length: number][] = [
  ['4', 16],
  ['4', 13],
  ['4', 19],
  ['52', 16],
  ['2221', 16],
  ['37', 15],
  ['36', 14],
  ['6011', 16],
  ['3530', 16],
  ['62', 16],
];

function cardOf(random: Random): Canary {
  const [prefix, length] = pick(SCHEMES, random);
  const start = prefix + digits(length - prefix.length - 1, random);
  const sum = [...start].reverse().reduce((total, digit, i) => {
    const weighed = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  const number = start + String((10 - (sum % 10)) % 10);
  const spelt = number.replace(/(\d{4})(?=\d)/g, `$1${pick(['', '', ' ', '-'], random)}`);
  return { kind: 'card', text: spelt, needle: number };
}

function emailOf(random: Random): Canary {
  const needle = `canary${letters(10, random)}`;
  const local = pick(
    [needle, `${needle}+tag`, `${needle}.o'neil`, needle.toUpperCase(), needle + 'x'.repeat(90)],
    random,
  );
  return { kind: 'email', text: `${local}@mail.example`, needle };
}

function keyOf(random: Random): Canary {
  const text = `ff_${letters(43, random)}`;
  return { kind: 'key', text, needle: text };
}

const HEADERS = [
  ...['x-request-id', 'user-agent', 'referer', 'origin', 'prefer', 'cookie', 'x-convo-id', 'content-type', 'accept'],
  ...['x-forwarded-for', 'if-none-match', 'idempotency-key', 'authorization', 'x-api-key', 'sec-purpose'],
];

export const JWT_SECRET = 'a secret of the issuer, with 32 bytes or more';

/** A token that verifies, of an issuer that uses such a text as the subject. */
function tokenOf(sub: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256' })}.${encode({ sub, exp: 2 ** 40 })}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
}

/** A request like any other, with the canary somewhere in it. */
export function canaryRequest(n: number, random: Random, key: string, validKeys: Canary[]): CanaryRequest {
  const canary = pick([emailOf, cardOf, keyOf, () => pick(validKeys, random)], random)(random);
  const name = pick(Object.keys(endpoints) as EndpointName[], random);
  const { method, path }: Endpoint = endpoints[name];
  const { params = {}, query, body } = fresh(examples[name], n);
  const pathWith = (values: Record<string, string>) =>
    path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? 'x'));
  const request: CanaryRequest = {
    canary,
    place: '',
    method,
    path: pathWith(params) + (query ? `?${new URLSearchParams(query)}` : ''),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    convo_id: `c-${n}`,
  };
  // One key for many requests: it is sent where keys belong, so that whatever holds it got it from there.
  if (validKeys.includes(canary)) {
    const place = pick(['x-api-key', 'authorization'], random);
    return { ...request, place, headers: { ...request.headers, [place]: canary.text } };
  }
  const places = ['header', 'header', 'token', 'route', 'method', 'query', ...Object.keys(params).map(() => 'path')];
  if (body !== undefined)
    places.push(...['body', 'body', 'body', 'body', 'body', 'member', 'wrapped', 'broken', 'text']);
  const place = pick(places, random);
  if (place === 'path') {
    const part = pick(Object.keys(params), random);
    return { ...request, place, path: pathWith({ ...params, [part]: canary.text }) };
  }
  return { ...request, ...spoil(request, place, body, random) };
}

/** The example with ids of its own, so that it is no repeat. */
const fresh = (example: (typeof examples)[EndpointName], n: number): typeof example =>
  JSON.parse(
    JSON.stringify(example).replaceAll('"c1"', `"c-${n}"`).replaceAll('"k1"', `"k-${n}"`).replaceAll('summer', `s${n}`),
  );

function spoil(request: CanaryRequest, place: string, body: unknown, random: Random): Partial<CanaryRequest> {
  const { canary, path, headers } = request;
  const { text } = canary;
  const written = encodeURIComponent(text);
  switch (place) {
    case 'header': {
      const header = pick(HEADERS, random);
      return { place: header, headers: { ...headers, [header]: text } };
    }
    case 'token':
      return { place, headers: { ...headers, authorization: `Bearer ${pick([tokenOf(text), text], random)}` } };
    case 'route':
      return { place, path: pick([`/${written}`, `/v2/${written}/x?${written}=1`, `/offers/${text}`], random) };
    case 'method':
      return { place, method: 'PATCH', path: `${path.split('?')[0]}?q=${written}` };
    case 'query': {
      const query = new URLSearchParams(path.split('?')[1]);
      const name = pick([...query.keys(), 'email', 'page', text], random);
      query.set(name, text);
      return { place, path: `${path.split('?')[0]}?${query}` };
    }
    default:
      return spoilBody(place, canary, body, random);
  }
}

function spoilBody(place: string, { kind, text }: Canary, body: unknown, random: Random): Partial<CanaryRequest> {
  if (place === 'text') return { place, body: text };
  const copy = structuredClone(body);
  const members = membersOf(copy);
  if (members.length === 0) return { place, body: JSON.stringify([text]) };
  const [holder, name] = pick(members, random);
  const value = pick([text, text, `mine is ${text}, thanks`], random);
  if (place === 'member') holder[text] = text;
  else if (place === 'wrapped') holder[name] = pick([[text], { [text]: text }, { field: text, value: text }], random);
  else holder[name] = value;
  const json = JSON.stringify(copy);
  if (place === 'broken') return { place, body: json.slice(0, json.indexOf(value) + value.length + 1) };
  // A card number may also come as a number.
  const isNumber = kind === 'card' && /^\d+$/.test(text) && random() < 0.2;
  return { place: place === 'body' ? name : place, body: isNumber ? json.replace(`"${text}"`, text) : json };
}

/** Every member of every object within, which can be given another value. */
function membersOf(value: unknown): [holder: Record<string, unknown>, name: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(membersOf);
  if (Array.isArray(value)) return inner;
  return [...Object.keys(value).map((name) => [value, name] as [Record<string, unknown>, string]), ...inner];
}
