// The links of an offer: kept in a form that is safe to redirect to, with macros that a click fills in.

const MACROS = ['click_id', 'convo_id', 'presentation_id', 'program'] as const;
export type MacroValues = Record<(typeof MACROS)[number], string>;
const MACRO = new RegExp(`\\{(${MACROS.join('|')})\\}`, 'g');

/** Changes what comes after the host: a macro in the host would let whoever visits choose where the link leads. */
function afterHost(link: string, change: (rest: string) => string): string {
  const [head] = /^https?:\/\/[^/\\?#]*/i.exec(link) ?? [''];
  return head + change(link.slice(head.length));
}

/** The link as `new URL` writes it, but for its macros, whose braces it would encode. */
export function normaliseLink(link: string): string {
  // A stand-in that no URL rule touches and that the link itself does not hold.
  let mark = 'macro';
  while (link.includes(mark)) mark += 'x';
  const marked = afterHost(link, (rest) =>
    rest.replace(MACRO, (_, name: string) => `${mark}${MACROS.indexOf(name as never)}z`),
  );
  // In a host case, escapes and width are folded: there the stand-in may come up by itself.
  return afterHost(new URL(marked).href, (rest) =>
    rest.replace(new RegExp(`${mark}(\\d)z`, 'g'), (_, index) => `{${MACROS[Number(index)]}}`),
  );
}

/** Fills the macros in path and query, each value as one component. The email is never one of them. */
export const fillMacros = (link: string, values: MacroValues): string =>
  afterHost(link, (rest) =>
    rest.replace(/^[^#]*/, (target) =>
      target.replace(MACRO, (_, name: keyof MacroValues) => encodeURIComponent(values[name])),
    ),
  );

/** Hosts that links may lead to: any, those of a list (`*.shop.example` too), or those of the catalogue. */
export type LinkHosts = '*' | 'catalogue' | readonly string[];

export const hostOf = (link: string): string => new URL(link).hostname;

export function matchesHost(patterns: readonly string[], host: string): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}
