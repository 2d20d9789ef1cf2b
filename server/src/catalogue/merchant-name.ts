// Derives a merchant's name from the title of its feed, which is often a slogan, and from its domain.

const SEPARATOR = /\s+[–—|-]\s+|\s*[|•·]\s*|:\s/;
/** Words that feeds add to the name of a shop, longer phrases first. */
const FEED_WORDS = [
  'google',
  'facebook',
  'meta',
  'merchant cent(?:er|re)',
  'merchant',
  'shopping',
  'products? (?:feed|catalog(?:ue)?|export)',
  '(?:product|data) ?feed',
  'feed',
  'products for',
  'catalog(?:ue)?',
  'rss',
  'xml',
];
const FEED_WORD = new RegExp(`\\b(?:${FEED_WORDS.join('|')})\\b`, 'gi');
const MAX_NAME_CHARS = 40;

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** In order of preference: the words of the title that spell the domain, the title without feed jargon, the domain. */
export function merchantName(title: string, domain: string): string {
  const label = domain.replace(/^www\./, '').split('.')[0] ?? '';
  const words = title.split(/[\s|–—•·:,]+/).filter(Boolean);
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + 5); to++) {
      const run = words.slice(from, to).join(' ');
      if (label !== '' && letters(run) === letters(label)) return run;
    }
  }
  const name = title.split(SEPARATOR)[0]!.replace(FEED_WORD, '').replace(/\s+/g, ' ').trim();
  if (name !== '' && name.length <= MAX_NAME_CHARS) return name;
  return label ? label[0]!.toUpperCase() + label.slice(1) : name;
}
