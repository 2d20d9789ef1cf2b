// Lists the stored keys, newest first.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import type { ConfigStore, ListedKey } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import type { Tokens } from '../tokens.ts';
import { stateOf, toWire } from './to-wire.ts';

type Position = [created_at_ms: number, id: string];

/** Every instance has all keys in memory anyway, so pages are cut here. */
export async function listKeys(
  { store, clock, tokens }: StoreDeps<ConfigStore> & { tokens: Tokens },
  query: Input<'listKeys'>['query'],
) {
  const now_ms = clock.now_ms();
  const keys = (await store.listKeys({})).toReversed();
  const list = { tokens, kind: 'keys', query, filter: { state: query.state ?? null } } as const;
  const { rows, next_cursor } = await listPage<typeof list.filter, ListedKey, Position>(
    list,
    async ({ state, before, limit }) =>
      keys
        .filter((key) => (state === null || stateOf(key, now_ms) === state) && (!before || isOlder(key, before)))
        .slice(0, limit),
    (key) => [key.created_at_ms, key.id],
  );
  return { items: rows.map((key) => toWire(key, now_ms)), next_cursor };
}

const isOlder = (key: ListedKey, [created_at_ms, id]: Position): boolean =>
  key.created_at_ms < created_at_ms || (key.created_at_ms === created_at_ms && key.id < id);
