// Offer links: normalised to be safe for redirects, with macros that a click fills in.

const MACROS = ['click_id', 'convo_id', 'presentation_id', 'program'] as const;
export type MacroValues = Record<(typeof MACROS)[number], string>;
const MACRO = new RegExp(`\\{(${MACROS.join('|')})\\}`, 'g');

/** Changes only what follows the host: a macro in the host would let a visitor choose the redirect target. */
function afterHost(link: string, change: (rest: string) => string): string {
  const end = hostEnd(link);
  return link.slice(0, end) + change(link.slice(end));
}

const hostEnd = (link: string): number => /^https?:\/\/[^/\\?#]*/i.exec(link)?.[0].length ?? 0;

/** The link as `new URL` serialises it, except for macros, whose braces it would encode. */
export function normaliseLink(link: string): string {
  const placeholder = unusedPlaceholder(link);
  const marked = afterHost(link, (rest) =>
    rest.replace(MACRO, (_, name: string) => `${placeholder}${MACROS.indexOf(name as never)}z`),
  );
  // Not in the host: its normalisation can produce the placeholder by coincidence.
  return afterHost(new URL(marked).href, (rest) =>
    rest.replace(new RegExp(`${placeholder}(\\d)z`, 'g'), (_, index) => `{${MACROS[Number(index)]}}`),
  );
}

/** A token that URL normalisation leaves alone and that the link does not contain. */
export function unusedPlaceholder(link: string): string {
  const taken = new Set(Array.from(link.matchAll(/macro(\d+)n/g), ([, number]) => number));
  let free = 0;
  while (taken.has(String(free))) free++;
  return `macro${free}n`;
}

/** Fills the macros in path and query, each encoded as one component. The email is never among them. */
export const fillMacros = (link: string, values: MacroValues): string =>
  afterHost(link, (rest) =>
    rest.replace(/^[^#]*/, (target) =>
      target.replace(MACRO, (_, name: keyof MacroValues) => encodeURIComponent(values[name])),
    ),
  );

/** Whether path or query, where macros are filled, contain `{click_id}`. */
export const hasClickIdMacro = (link: string): boolean =>
  /^[^#]*/.exec(link.slice(hostEnd(link)))![0].includes('{click_id}');

/** Allowed hosts of links: any, a list (with wildcards such as `*.shop.example`), or the hosts of the catalogue. */
export type LinkHosts = '*' | 'catalogue' | readonly string[];

export const hostOf = (link: string): string => new URL(link).hostname;

export function matchesHost(patterns: readonly string[], host: string): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}
