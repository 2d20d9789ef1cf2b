// The address holds the state of the page: its path below the console, and its query.
import { signal } from '@preact/signals';

export interface Place {
  /** Decoded segments: `feeds/a%20b` is `['feeds', 'a b']`. */
  path: string[];
  query: URLSearchParams;
}

/** A list is a name that occurs several times. Empty values are left out. */
export type QueryValues = Record<string, string | number | readonly string[] | null | undefined>;

/** As it was when the page was loaded: the base of a document does not follow its address. */
const BASE = new URL(document.baseURI).pathname;

function read(): Place {
  const { pathname, search } = window.location;
  const segments = pathname.slice(BASE.length).split('/').filter(Boolean);
  return { path: segments.map(decode), query: new URLSearchParams(search) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const place = signal<Place>(read());

/** The address of a page, for `href` and `navigate`: `hrefOf(['feeds', name], { state: 'failed' })`. */
export function hrefOf(path: readonly (string | number)[], query: QueryValues = {}): string {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== null && value !== undefined && value !== '') params.append(name, String(value));
  const search = params.size > 0 ? `?${params}` : '';
  return BASE + path.map((segment) => encodeURIComponent(segment)).join('/') + search;
}

export function navigate(href: string, { replace = false } = {}): void {
  const before = window.location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  place.value = read();
  if (window.location.pathname !== before) window.scrollTo(0, 0);
}

/** The query without the cursor, to be changed. */
function currentValues(): QueryValues {
  const { query } = place.value;
  return { ...Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])), cursor: null };
}

/** Changes some values of the query. A change of anything but the cursor goes back to the first page. */
export function setQuery(changes: QueryValues, options?: { replace?: boolean }): void {
  navigate(queryHref(changes), options);
}

/** A link to this page with other values of the query. */
export const queryHref = (changes: QueryValues): string => hrefOf(place.value.path, { ...currentValues(), ...changes });

window.addEventListener('popstate', () => {
  place.value = read();
});

/** Links within the console do not load the page again. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
  if (!link.pathname.startsWith(BASE)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
});
