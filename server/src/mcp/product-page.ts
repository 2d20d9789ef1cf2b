// A page of products as the answer of a tool.
import { z } from 'zod';
import type { searchPage } from '../discovery/session-page.ts';
import { toIso } from '../text/to-iso.ts';
import type { McpContext } from './mcp-deps.ts';
import { ProductEntry, productEntry, UNTRUSTED } from './product-entry.ts';
import { plainLine } from './shop-text.ts';
import type { ToolAnswer } from './tool.ts';

type Page = Awaited<ReturnType<typeof searchPage>>;

/** Descriptions of products on a page. `get_products` shows longer ones. */
const DESCRIPTION_CHARS = 220;

export const PageOutput = z.object({
  query: z.string(),
  as_of: z.string(),
  products: z.array(ProductEntry),
  cursor: z.string().optional(),
  expires_at: z.string().optional(),
  is_cut: z.boolean().optional(),
});

interface Options {
  detail: 'brief' | 'full';
  /** What was found, for an answer with products; what to try, for one without. */
  found: string;
  if_empty: string;
}

export async function productPage(
  { deps }: McpContext,
  page: Page,
  { detail, found, if_empty }: Options,
): Promise<ToolAnswer> {
  const as_of = toIso(deps.clock.now_ms());
  const stored = await Promise.all(page.items.map(({ id }) => deps.store.getProductById({ id })));
  const first = page.page_index * page.page_size;
  const description_chars = detail === 'full' ? DESCRIPTION_CHARS : undefined;
  const entries = stored
    .filter((each) => each !== null)
    .map((each, i) => productEntry(deps, each, { number: first + i + 1, description_chars }));
  const { next_cursor: cursor, expires_at } = page;
  const query = plainLine(page.query, 200);
  const common = { query, as_of, ...(cursor ? { cursor, expires_at } : {}) };
  const more = `More: cursor ${cursor}, valid until ${expires_at}.`;
  return {
    head: entries.length === 0 ? if_empty : `${found}, as of ${as_of}. ${UNTRUSTED}`,
    entries,
    if_cut: 'Ask for fewer with limit, or for brief ones.',
    ...(cursor ? { foot: more } : {}),
    data: (products, isCut) => ({ ...common, products, ...(isCut ? { is_cut: true } : {}) }),
  };
}
