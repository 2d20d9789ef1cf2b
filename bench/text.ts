// The cost of text functions that run on the event loop, in nanoseconds per character, for plain and hostile texts.
import { maskSecrets } from '../server/src/text/mask.ts';
import { normaliseLink } from '../server/src/text/tracked-link.ts';

const GOAL_NS = 100;
const ROUNDS = 5;
const CHARS = 1_000_000;
/** Maximum length of an offer's link. */
const LINK_CHARS = 8192;

const PLAIN = 'Copper kettle, 1.7 litres, with a whistle and a handle that stays cool; item 4006381333931. ';
const MASKED = [
  PLAIN,
  '4-',
  '1-',
  '62-',
  '4',
  '4111 1111 1111 1111 ',
  '4444444444444 ',
  'a@',
  'a@b ',
  '%40',
  'ff_',
  ' ',
];
const LINKS = ['page/', 'macro', 'x', 'macro0n', '{click_id}', '%', '../', 'é'];

export async function run(): Promise<void> {
  const rows = [
    ...MASKED.map((part) => measure('masking', part, CHARS, maskSecrets)),
    ...LINKS.map((part) =>
      measure('normalising a link', part, LINK_CHARS, (text) => normaliseLink(`https://shop.example/macro${text}`)),
    ),
  ];
  console.table(rows);
  console.log(`goal: at most ${GOAL_NS} ns per character`);
}

/** The best of several rounds, to reduce noise from other load. */
function measure(what: string, part: string, chars: number, work: (text: string) => string) {
  // Parsed from JSON, as in a request: V8 scans a concatenated (rope) string more slowly.
  const text: string = JSON.parse(JSON.stringify(part.repeat(Math.ceil(chars / part.length)).slice(0, chars)));
  const repeats = Math.ceil(CHARS / chars);
  let best_ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    for (let i = 0; i < repeats; i++) work(text);
    best_ms = Math.min(best_ms, performance.now() - begin);
  }
  const per_char_ns = (best_ms * 1e6) / (repeats * chars);
  return {
    '': what,
    'repeated text': JSON.stringify(part.slice(0, 24)),
    'ns per character': Number(per_char_ns.toFixed(1)),
  };
}
