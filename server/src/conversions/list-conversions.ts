// Lists conversions, newest first.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import type { ConversionStore } from '../store/conversion-store.ts';
import type { Tokens } from '../tokens.ts';
import { type Sight, toWire } from './to-wire.ts';

interface ListDeps {
  store: ConversionStore;
  tokens: Tokens;
}

export async function listConversions(
  { store, tokens }: ListDeps,
  query: Input<'listConversions'>['query'],
  sight: Sight,
) {
  const { status = null, is_matched = null, network, program = null } = query;
  const filter = { status, is_matched, network: network?.toLowerCase() ?? null, program };
  const list = { tokens, kind: 'conversions', query, filter } as const;
  const { rows, next_cursor } = await listPage(list, store.listConversions, ({ id }) => id);
  const found = await Promise.all(rows.map(({ id }) => store.getConversion({ id })));
  // One that was purged in the meantime is left out.
  const items = found.flatMap((each) => (each ? [toWire(each.conversion, each.history, sight)] : []));
  return { items, next_cursor };
}
