// Placeholders for the publisher's id in the links of affiliate networks.

/** Delimited, in any case: `{publisher_id}`, `[YOUR-PID]`, `!!!id!!!`. */
const MARKED_NAME = '(?:your[_-]?)?(?:publisher|affiliate|aff|pub)[_-]?id|your[_-]?(?:user|site|awin)?[_-]?p?id';
/** Bare, in capitals: `PUBLISHER_ID`, `YOURUSERID`. */
const BARE_NAME = '(?:YOUR[_-]?)?(?:PUBLISHER|AFFILIATE|AFF)[_-]?ID|YOUR[_-]?(?:USER|SITE|AWIN|PUB)?[_-]?P?ID';
const MARKS = [
  ['\\[', '\\]'],
  ['%5B', '%5D'],
  ['\\{{1,2}', '\\}{1,2}'],
  ['(?:%7B){1,2}', '(?:%7D){1,2}'],
  ['<', '>'],
  ['%3C', '%3E'],
];

const MARKED = new RegExp(
  ['!!!(?:id|affid)!!!', ...MARKS.map(([open, close]) => `${open}(?:${MARKED_NAME})${close}`)].join('|'),
  'gi',
);
/** Whole words that are not parameter names: `?PUBLISHER_ID=77` already has its id. */
const BARE = new RegExp(`(?<=^|[^A-Za-z0-9_]|%[0-9A-F]{2})(?:${BARE_NAME})(?![A-Za-z0-9_=]|%3D)`, 'g');

export const fillPublisherId = (link: string, id: string): string => {
  const value = encodeURIComponent(id);
  return link.replace(MARKED, value).replace(BARE, value);
};

/** The placeholder as written in the link; undefined if there is none. */
export const placeholderIn = (link: string): string | undefined => link.match(MARKED)?.[0] ?? link.match(BARE)?.[0];
