// Hostile feeds: small files that expand or nest without end, or are malformed.
import { gzipSync } from 'node:zlib';
import { pick } from './seeded.ts';
import { zip } from './zip.ts';

export interface HostileFeed {
  name: string;
  bytes: Buffer;
  /** Expected output of the command, on stdout or stderr. */
  says: RegExp;
}

const MB = 1024 ** 2;
const RSS = '<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>';
const ITEM =
  '<item><g:id>1</g:id><title>Lamp</title><link>https://shop.example/1</link><g:price>9 EUR</g:price></item>';
const CSV = 'id,title,link,image_link,price\n1,Lamp,https://shop.example/1,,9 EUR\n';
const ONE_KEPT = /\d+ rows: 1 products/;

/** Built from gzip members, so that hundreds of megabytes are cheap to create. */
function packed(head: string, piece: string, megabytes: number, tail = ''): Buffer {
  const full = piece.repeat(Math.max(1, Math.floor(MB / piece.length)));
  const member = gzipSync(full);
  const count = Math.ceil((megabytes * MB) / full.length);
  return Buffer.concat([gzipSync(head), ...Array.from({ length: count }, () => member), gzipSync(tail)]);
}

function markEncrypted(archive: Buffer): Buffer {
  const marked = Buffer.from(archive);
  for (const [mark, offset] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    marked.writeUInt16LE(1, marked.indexOf(mark) + offset);
  return marked;
}

function withWrongSize(archive: Buffer): Buffer {
  const marked = Buffer.from(archive);
  marked.writeUInt32LE(5, marked.indexOf('PK\x01\x02') + 24);
  return marked;
}

const numbered = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join('');

const KINDS: Record<string, (random: () => number) => Omit<HostileFeed, 'name'>> = {
  'open tags': () => ({ bytes: packed(RSS + ITEM, '<a>', 60), says: /nest more than 1000 levels deep/ }),
  'open tags in an item': () => ({ bytes: packed(`${RSS}${ITEM}<item>`, '<b><c>', 60), says: /nest more than/ }),
  'an endless text': (random) => ({
    bytes: packed(`${RSS}${ITEM}<item><title>`, random() < 0.5 ? 'lamp ' : '&amp;', 60),
    says: /characters without a tag/,
  }),
  'an endless comment, CDATA section, tag or instruction': (random) => ({
    bytes: packed(RSS + ITEM + pick(['<!--', '<![CDATA[', '<', '<a b="', '<?p '], random), 'lamp', 40),
    says: /without a tag/,
  }),
  'endless attributes': () => ({
    bytes: gzipSync(`${RSS}${ITEM}<item ${numbered(200_000, (n) => `a${n}="" `)}>`),
    says: /more than 1000 attributes/,
  }),
  'an endless item': (random) => ({
    bytes: packed(`${RSS}${ITEM}<item>`, random() < 0.5 ? '<x>1</x>' : `<p><q>${'x'.repeat(50)}</q></p>`, 20),
    says: /the XML is truncated/,
  }),
  'a single huge item': () => ({
    bytes: packed(`${RSS}${ITEM}<item>`, '<x>1</x>', 8, '</item></channel></rss>'),
    says: /is longer than \d+ characters/,
  }),
  'values around the items': () => ({
    bytes: gzipSync(RSS + numbered(20_000, (n) => `<t${n}>${n}</t${n}>${n % 5 ? '' : ITEM}`)),
    says: /4000 rows/,
  }),
  'entities of entities': () => ({
    bytes: Buffer.from(
      `<!DOCTYPE r [<!ENTITY a0 "lol">${numbered(30, (n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`)}]>` +
        `<rss><channel>${ITEM.replace('Lamp', '&a30;')}</channel></rss>`,
    ),
    says: ONE_KEPT,
  }),
  'endless ampersands': () => ({
    bytes: packed(`${RSS}${ITEM}`, `<item><g:id>2</g:id><title>${'&'.repeat(900_000)}</title></item>`, 4),
    says: /XML errors/,
  }),
  'a gzip bomb': (random) => ({
    bytes: packed(CSV, random() < 0.5 ? '\0' : `${'lamp '.repeat(2000)}\n`, 80),
    says: /unpacks to more than 67 MB/,
  }),
  'a gzip bomb in a gzip': () => ({ bytes: gzipSync(packed(CSV, '\0', 80)), says: /unpacks to more than 67 MB/ }),
  'a zip bomb': () => ({ bytes: zip({ 'a.csv': CSV + '\0'.repeat(80 * MB) }), says: /unpacks to more than 67 MB/ }),
  'a zip with a path outside its folder': () => ({
    bytes: zip({ '../../a.csv': CSV }),
    says: /: the zip cannot be read: invalid relative path: \.\.\/\.\.\/a\.csv\n/,
  }),
  'an encrypted zip': () => ({ bytes: markEncrypted(zip({ 'a.csv': CSV })), says: /: the zip is encrypted\n/ }),
  'an empty zip': () => ({ bytes: zip({}), says: /: the zip contains no file\n/ }),
  'a zip of folders': () => ({ bytes: zip({ 'a/': '' }), says: /: the zip contains no file\n/ }),
  'a zip of many files': () => ({
    bytes: zip(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${n}.csv`, CSV]))),
    says: /: the zip contains 2000 files; the limit is 1000\n/,
  }),
  'a truncated zip': () => ({ bytes: zip({ 'a.csv': CSV }).subarray(0, 60), says: /: the zip cannot be read: / }),
  'a zip with wrong sizes': () => ({
    bytes: withWrongSize(zip({ 'a.csv': CSV })),
    says: /: the zip cannot be read: /,
  }),
  'quotes that never close': (random) => ({
    bytes: packed(CSV, random() < 0.5 ? '""a\n' : '2,"lamp\nx"b,,\n', 5),
    says: /unclosed quote/,
  }),
  'an endless row': (random) => ({
    bytes: packed(CSV, random() < 0.5 ? ',' : 'lamp', 20),
    says: /columns instead of|unclosed quote|1 rejected/,
  }),
  'an endless quoted value': () => ({ bytes: packed(`${CSV}2,"`, 'lamp\n', 5), says: ONE_KEPT }),
  'an endless header': () => ({
    bytes: Buffer.from(
      `id,title,link,price,${numbered(100_000, (n) => `c${n},`)}\n1,Lamp,https://shop.example/1,9 EUR\n`,
    ),
    says: /columns|1 rows/,
  }),
  'values of megabytes': (random) => ({
    bytes: packed(CSV, `2,${pick(['"', ' ', '.0', '<'], random).repeat(500_000)},,,\n`, 20),
    says: /\d+ rows/,
  }),
  'an endless JSON line': () => ({ bytes: packed('{"id":"1","name":"', 'lamp', 40), says: /is longer than/ }),
  'an endless JSON array': () => ({ bytes: packed('[{"id":"1","name":"', 'lamp', 40), says: /is longer than/ }),
  'deep JSON': (random) => ({
    bytes: gzipSync(`{"id":"1","name":${(random() < 0.5 ? '[' : '{"a":').repeat(700_000)}`),
    says: /is not JSON/,
  }),
  'deep but valid JSON': () => ({
    bytes: gzipSync(`{"id":"1","merchant":{"name":"m"},"name":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}\n`),
    says: /name is not a string/,
  }),
  'random bytes': (random) => ({
    bytes: Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(random() * 256))),
    says: /the format is not recognised/,
  }),
  zeros: () => ({ bytes: Buffer.alloc(5 * MB), says: /the format is not recognised/ }),
};

export const HOSTILE_KINDS = Object.keys(KINDS);

export const hostileFeed = (name: string, random: () => number): HostileFeed => ({ name, ...KINDS[name]!(random) });
