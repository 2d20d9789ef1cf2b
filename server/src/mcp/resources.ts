// Resources: products by id, and the saved filters that searches may name.
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { getCriteriaSet } from '../criteria-sets/get-criteria-set.ts';
import { toIso } from '../text/to-iso.ts';
import { findProduct, orNull } from './find-product.ts';
import type { McpContext } from './mcp-deps.ts';
import { productEntry, UNTRUSTED } from './product-entry.ts';
import { plainLine } from './shop-text.ts';
import { MAX_ANSWER_TOKENS, tokenBound } from './token-bound.ts';

const DESCRIPTION_CHARS = 4000;
const MAX_SETS = 100;

export function registerResources(server: McpServer, context: McpContext): void {
  const { deps, features_off } = context;
  if (!features_off.includes('discovery'))
    server.registerResource(
      'product',
      new ResourceTemplate('finderfee://products/{id}', { list: undefined }),
      {
        title: 'Product',
        description: 'A product by its id, with current price and stock.',
        mimeType: 'application/json',
      },
      async (uri, { id }) => {
        const stored = await orNull(findProduct(deps, decoded(String(id))));
        if (!stored) throw notFound(uri);
        const { data } = productEntry(deps, stored, { number: 1, description_chars: DESCRIPTION_CHARS });
        return json(uri, { note: UNTRUSTED, as_of: toIso(deps.clock.now_ms()), product: data });
      },
    );
  if (features_off.includes('criteria-sets')) return;
  server.registerResource(
    'criteria-sets',
    'finderfee://criteria-sets',
    {
      title: 'Criteria sets',
      description: `The first ${MAX_SETS} saved filters of the operator, which searches name in criteria_sets.`,
      mimeType: 'application/json',
    },
    async (uri) => {
      const stored = await deps.store.listCriteriaSets({ after: '', limit: MAX_SETS });
      return json(uri, { criteria_sets: stored.map(({ id, name }) => ({ id, name: plainLine(name, 100) })) });
    },
  );
  server.registerResource(
    'criteria-set',
    new ResourceTemplate('finderfee://criteria-sets/{id}', { list: undefined }),
    { title: 'Criteria set', description: 'A saved filter of the operator by its id.', mimeType: 'application/json' },
    async (uri, { id }) => {
      const set = await orNull(getCriteriaSet(deps, decoded(String(id))));
      if (!set) throw notFound(uri);
      return json(uri, set);
    },
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const notFound = ({ href }: URL) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${plainLine(href, 200)}`, {
    uri: plainLine(href, 1000),
  });

function json({ href }: URL, content: object) {
  const text = JSON.stringify(content);
  const isLarge = tokenBound(text) > MAX_ANSWER_TOKENS;
  const cut = { note: 'This is too large for one answer, and is not shown.' };
  return {
    contents: [{ uri: href, mimeType: 'application/json', text: isLarge ? JSON.stringify(cut) : text }],
  };
}
