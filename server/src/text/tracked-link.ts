// The links of an offer: kept in a form that is safe to redirect to, with macros that a click fills in.

const MACROS = ['click_id', 'convo_id', 'presentation_id', 'program'] as const;
export type MacroValues = Record<(typeof MACROS)[number], string>;
const MACRO = new RegExp(`\\{(${MACROS.join('|')})\\}`, 'g');

/** Changes what comes after the host: a macro in the host would let whoever visits choose where the link leads. */
function afterHost(link: string, change: (rest: string) => string): string {
  const end = hostEnd(link);
  return link.slice(0, end) + change(link.slice(end));
}

const hostEnd = (link: string): number => /^https?:\/\/[^/\\?#]*/i.exec(link)?.[0].length ?? 0;

/** The link as `new URL` writes it, but for its macros, whose braces it would encode. */
export function normaliseLink(link: string): string {
  const standIn = unusedStandIn(link);
  const marked = afterHost(link, (rest) =>
    rest.replace(MACRO, (_, name: string) => `${standIn}${MACROS.indexOf(name as never)}z`),
  );
  // In a host case, escapes and width are folded: there the stand-in may come up by itself.
  return afterHost(new URL(marked).href, (rest) =>
    rest.replace(new RegExp(`${standIn}(\\d)z`, 'g'), (_, index) => `{${MACROS[Number(index)]}}`),
  );
}

/** A text that no URL rule touches and that the link does not hold: `macro`, the first free number and a letter. */
export function unusedStandIn(link: string): string {
  const taken = new Set(Array.from(link.matchAll(/macro(\d+)n/g), ([, number]) => number));
  let free = 0;
  while (taken.has(String(free))) free++;
  return `macro${free}n`;
}

/** Fills the macros in path and query, each value as one component. The email is never one of them. */
export const fillMacros = (link: string, values: MacroValues): string =>
  afterHost(link, (rest) =>
    rest.replace(/^[^#]*/, (target) =>
      target.replace(MACRO, (_, name: keyof MacroValues) => encodeURIComponent(values[name])),
    ),
  );

/** In path or query, where macros are filled. */
export const hasClickIdMacro = (link: string): boolean =>
  /^[^#]*/.exec(link.slice(hostEnd(link)))![0].includes('{click_id}');

/** Hosts that links may lead to: any, those of a list (`*.shop.example` too), or those of the catalogue. */
export type LinkHosts = '*' | 'catalogue' | readonly string[];

export const hostOf = (link: string): string => new URL(link).hostname;

export function matchesHost(patterns: readonly string[], host: string): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}
