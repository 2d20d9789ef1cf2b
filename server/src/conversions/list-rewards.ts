// Lists the changes of reward balances, newest first.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import { formatMicros } from '../product/micros.ts';
import type { ConversionStore, RewardEntry } from '../store/conversion-store.ts';
import { maskEmail, maskFor } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';
import type { Sight } from './to-wire.ts';

interface ListDeps {
  store: ConversionStore;
  tokens: Tokens;
}

export async function listRewards({ store, tokens }: ListDeps, query: Input<'listRewards'>['query'], sight: Sight) {
  const filter = { program: query.program ?? null, email: query.email ?? null };
  const list = { tokens, kind: 'rewards', query, filter } as const;
  const { rows, next_cursor } = await listPage(list, store.listRewards, ({ no }) => no);
  return { items: rows.map((row) => toItem(row, sight)), next_cursor };
}

function toItem(entry: RewardEntry, sight: Sight) {
  const { no, conversion_id, program, email, status, amount, currency, changed_at_ms } = entry;
  return {
    no,
    conversion_id,
    program: maskFor(sight.seesEmails)(program),
    email: email === null || sight.seesEmails ? email : maskEmail(email),
    status,
    amount: formatMicros(amount, currency),
    currency,
    changed_at: toIso(changed_at_ms),
  };
}
