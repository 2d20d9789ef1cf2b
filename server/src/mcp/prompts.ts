// Prompts: shopping tasks that a person can start from the menu of a host.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { plainLine } from './shop-text.ts';

const MAX_CHARS = 300;

const text = (description: string) => z.string().max(1000).describe(description);

const GiftArguments = z.object({
  person: text('Who it is for, and what they like'),
  occasion: text('For example a birthday').optional(),
  budget: text('For example under 50 EUR').optional(),
});
const CompareArguments = z.object({ products: text('Products to compare: names or ids') });
const CheaperArguments = z.object({ product: text('The product: its name or id') });

const ask = (...lines: string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: lines.join('\n') } }],
});

const shown = (value: string) => plainLine(value, MAX_CHARS);

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'find_gift',
    {
      title: 'Find a gift',
      description: 'Suggests three gifts for a person within a budget.',
      argsSchema: GiftArguments,
    },
    ({ person, occasion, budget }) =>
      ask(
        `Find a gift for: ${shown(person)}`,
        ...(occasion ? [`Occasion: ${shown(occasion)}`] : []),
        ...(budget ? [`Budget: ${shown(budget)}`] : []),
        'Ask at most one question if something important is open. Search different ideas with search_products, with the budget as max_price and in_stock true.',
        'Suggest three gifts of different kinds. For each: name, price, shop, and one sentence why it fits. Read their details with get_products first.',
      ),
  );
  server.registerPrompt(
    'compare',
    {
      title: 'Compare products',
      description: 'Compares products by price, shop and details, and recommends one.',
      argsSchema: CompareArguments,
    },
    ({ products }) =>
      ask(
        `Compare these products: ${shown(products)}`,
        'Find those that are named with search_products, and read all of them with get_products.',
        'Show a table of price, shop, stock and the differences that matter. Say what is not known. Then recommend one in a sentence.',
      ),
  );
  server.registerPrompt(
    'find_cheaper',
    {
      title: 'Find it cheaper',
      description: 'Looks for the same product, or one like it, at a lower price.',
      argsSchema: CheaperArguments,
    },
    ({ product }) =>
      ask(
        `Find this cheaper: ${shown(product)}`,
        'Find the product, then the same one in other shops, and similar ones with similar_products. Use price_history to say whether its price is low at the moment.',
        'List at most three that cost less in the same currency, the same product first. Say so if there is none.',
      ),
  );
}
