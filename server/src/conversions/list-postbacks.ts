// Lists the postbacks of networks as they arrived, newest first.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import type { ConversionStore, StoredPostback } from '../store/conversion-store.ts';
import { maskFor, maskTexts } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';
import type { Sight } from './to-wire.ts';

interface ListDeps {
  store: ConversionStore;
  tokens: Tokens;
}

export async function listPostbacks({ store, tokens }: ListDeps, query: Input<'listPostbacks'>['query'], sight: Sight) {
  const filter = { network: query.network?.toLowerCase() ?? null, is_rejected: query.is_rejected ?? null };
  const list = { tokens, kind: 'postbacks', query, filter } as const;
  const { rows, next_cursor } = await listPage(list, store.listPostbacks, ({ no }) => no);
  return { items: rows.map((row) => toItem(row, sight)), next_cursor };
}

function toItem({ no, network, received_at_ms, fields, reason }: StoredPostback, sight: Sight) {
  const mask = maskFor(sight.seesEmails);
  return {
    id: no,
    network,
    received_at: toIso(received_at_ms),
    reason: reason === null ? null : mask(reason),
    fields: maskTexts(JSON.parse(fields), mask) as Record<string, string>,
  };
}
