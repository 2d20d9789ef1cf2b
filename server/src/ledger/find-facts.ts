// Finds offers, clicks, signups, conversions and rewards by any of their ids.
import type { Input, ReplyBody } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import { FACT_KINDS, type FactKey, type FactKind, type LedgerFact, type LookupStore } from '../store/lookup-store.ts';
import { newestFacts } from '../store/rules/newest-facts.ts';
import type { Tokens } from '../tokens.ts';
import { readNumber } from './read-number.ts';
import { type Sight, toWire } from './to-wire.ts';

interface FindDeps {
  store: LookupStore;
  tokens: Tokens;
}

/** Keys that are numbers, and keys that are texts. */
const KEYS: Record<FactKind, { numbers: FactKey[]; texts: FactKey[] }> = {
  offer: { numbers: ['offer.id'], texts: ['offer.presentation_id', 'offer.click_id', 'offer.message_id'] },
  click: { numbers: ['click.click_no'], texts: ['click.click_id', 'click.network_click_id'] },
  signup: { numbers: ['signup.id'], texts: ['signup.message_id'] },
  conversion: {
    numbers: ['conversion.id'],
    texts: ['conversion.transaction_id', 'conversion.order_id', 'conversion.unknown_click_id'],
  },
  reward: { numbers: ['reward.no'], texts: [] },
};

/** Facts are listed kind by kind. */
interface Place {
  kind: FactKind;
  no: number;
}

export async function findFacts(
  { store, tokens }: FindDeps,
  query: Input<'findFacts'>['query'],
  sight: Sight,
): Promise<ReplyBody<'findFacts'>> {
  const filter = { id: query.id ?? '', kind: query.kind ?? null };
  const list = { tokens, kind: 'ledger', query, filter } as const;
  const { rows, next_cursor } = await listPage(
    list,
    (by: typeof filter & { before: Place | null; limit: number }) => listFrom(store, by),
    ({ kind, no }) => ({ kind, no }),
  );
  return { items: rows.map((fact) => toWire(fact, sight)), next_cursor };
}

async function listFrom(
  store: LookupStore,
  { id, kind, before, limit }: { id: string; kind: FactKind | null; before: Place | null; limit: number },
): Promise<LedgerFact[]> {
  const kinds = FACT_KINDS.slice(before ? FACT_KINDS.indexOf(before.kind) : 0).filter(
    (each) => (kind ?? each) === each,
  );
  const found = await Promise.all(
    kinds.map((each) => findKind(store, { id, kind: each, before: each === before?.kind ? before.no : null, limit })),
  );
  return found.flat().slice(0, limit);
}

async function findKind(
  store: LookupStore,
  { id, kind, before, limit }: { id: string; kind: FactKind; before: number | null; limit: number },
): Promise<LedgerFact[]> {
  const no = readNumber(id);
  const { numbers, texts } = KEYS[kind];
  const found = await Promise.all([
    ...(no === null ? [] : numbers.map((key) => store.listFacts({ key, values: [no], before, limit }))),
    ...texts.map((key) => store.listFacts({ key, values: [id], before, limit })),
  ]);
  return newestFacts(found.flat(), limit);
}
