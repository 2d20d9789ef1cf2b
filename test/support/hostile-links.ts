// Links and visits that try to lead a redirect astray, by seed. Most of their parts are plain, so that many get far.

type Random = () => number;

/** Each part of a link: what it is as a rule, and what it is at times. */
const PARTS: [plain: string[], hostile: string[]][] = [
  [
    ['https://', 'http://'],
    [
      'HTTPS://',
      'hTTp://',
      'https:',
      'https:/',
      'https:///',
      'https:\\\\',
      'https:/\\',
      '//',
      '\\\\',
      '',
      ' https://',
      'https:\t//',
      'java\tscript://',
      'javascript:alert(1)//',
      'javascript://',
      'data:text/html,',
      'vbscript://',
      'ftp://',
      'file://',
      'blob:https://',
      'view-source:https://',
      'http\n://',
      'https:%2f%2f',
    ],
  ],
  [[''], ['user@', 'user:secret@', 'shop.example@', '@', ':@', 'shop.example%40', 'a@b@', '{click_id}@']],
  [
    ['shop.example', 'a.track.example', 'evil.example'],
    [
      'SHOP.example',
      'shop.example.evil.example',
      'evil.example\\.shop.example',
      'evil.example%2f.track.example',
      'evil.example%00.track.example',
      'evil.example#.track.example',
      'evil.example?.track.example',
      'ｓhop.example',
      'shоp.example', // with a Cyrillic o
      'xn--shp-uma.example',
      'xn--{click_id}.track.example',
      'shop。example',
      'shop.example.',
      'sh%6fp.example',
      'sh\u00adop.example',
      'evil.example℀.track.example',
      '127.1',
      '0x7f.1',
      '2130706433',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[::{click_id}]',
      '',
      '.',
      '{click_id}',
      '{click_id}.track.example',
      '{program}.evil.example',
      '{email}',
      'shop.example{click_id}',
      'a.0{click_id}',
      'macro0n0z.track.example',
      'MACRO0N0Z',
      'MACRO0N0Z.track.example',
      '%6dacro0n3z.track.example',
      'ｍacro0n0z.track.example',
    ],
  ],
  [[''], [':443', ':80', ':8443', ':0', ':', ':99999', ':{click_id}', ':8{click_id}', ':-1']],
  [
    ['/', '/x/{click_id}', '/p:{program}/{convo_id}'],
    [
      '',
      '/../../{convo_id}',
      '/{email}',
      '/{unknown}',
      '/{{click_id}}',
      '/{click_id',
      '/%7Bclick_id%7D',
      '/{CLICK_ID}',
      '//evil.example',
      '/\\evil.example',
      '\\evil.example',
      '/%0d%0aset-cookie:%20a=1',
      '/\r\nset-cookie: a=1',
      '/\u2028\u0085',
      '/é漢👍',
      '/\ud800',
      '/\udc00x',
      '/\0',
      '/%',
      '/%zz%ff',
      '/macro0n0z/MACRO0N1Z',
      `/${'x'.repeat(8000)}`,
      `/${'{click_id}'.repeat(300)}`,
      `/${'é'.repeat(9000)}`,
    ],
  ],
  [
    ['', '?u={program}', '?id={click_id}&p={presentation_id}'],
    [
      '?url=https://evil.example',
      '?{presentation_id}',
      '?a=%0d%0alocation:%20https://evil.example',
      '?é\'"<>',
      '??',
      '?\n',
    ],
  ],
  [[''], ['#{click_id}', '#é', '#@evil.example', '#\r\nx: y', '#']],
];

const STRAY = [
  '\t',
  '\r',
  '\n',
  '\0',
  '\\',
  '@',
  '/',
  '?',
  '#',
  '%',
  ' ',
  ':',
  '{',
  '}',
  '\ufeff',
  '\u202e',
  '\u0085',
  '\x7f',
];

/** Values of a visit that would be another host, another header or another macro if they were not one component. */
const VALUES = [
  'evil.example',
  'evil.example/',
  '//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '\r\nlocation: https://evil.example',
  '\n\nset-cookie: a=1',
  '{convo_id}',
  '{click_id}',
  '%0d%0a',
  'x@evil.example',
  '#evil',
  '?evil=1&a',
  '\\evil.example',
  '..',
  ':8080',
  'é漢👍',
  '\u2028',
  '\'"<>',
  '\0',
  'x'.repeat(256),
  'x'.repeat(257),
];

const STRANGE_QUERIES = [
  '&url=https://evil.example',
  '&redirect=//evil.example&next=https://evil.example',
  '&direct_link=https://evil.example&detail_link=https://evil.example',
  '&location=https://evil.example%0d%0ax:y',
  '&click_id=https://evil.example',
  '&%',
  '&__proto__=https://evil.example',
  '#https://evil.example',
];

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;

export function hostileLink(random: Random): string {
  const link = PARTS.map(([plain, hostile]) => pick(random() < 0.85 ? plain : hostile, random)).join('');
  if (random() < 0.9) return link;
  const at = Math.floor(random() * (Math.min(link.length, 60) + 1));
  return link.slice(0, at) + pick(STRAY, random) + link.slice(at);
}

/** A text that stays an id of its own. */
export const hostileValue = (id: string, random: Random): string =>
  random() < 0.4 ? id : pick([pick(VALUES, random), `${id}${pick(VALUES, random)}`], random);

export const strangeQuery = (random: Random): string => (random() < 0.5 ? '' : pick(STRANGE_QUERIES, random));

export const strangeHeaders = (random: Random): Record<string, string> =>
  pick(
    [{}, {}, { host: 'evil.example' }, { 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' }],
    random,
  );
