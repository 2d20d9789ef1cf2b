// Removes the activity of the demo with everything that it caused.
import { SearchStatistics } from '../../discovery/search-statistics.ts';
import type { Lease } from '../../lease-keeper.ts';
import type { ConfigStore } from '../../store/config-store.ts';
import type { ConversionFilter, ConversionStore, StoredConversion } from '../../store/conversion-store.ts';
import type { LedgerStore } from '../../store/ledger-store.ts';
import type { RemovalStore } from '../../store/removal-store.ts';
import { type ActivityMark, loadMark, type MarkStore, saveMark } from './activity-mark.ts';
import { isDemoTransaction, NETWORKS } from './plan-sale.ts';
import { convoId, isDemoConversation, MAX_VISITS } from './plan-visits.ts';
import { PROGRAMS, shoppers } from './shoppers.ts';

const PAGE = 100;

export interface RemoveDeps {
  store: RemovalStore &
    Pick<ConversionStore, 'listConversions' | 'getNetwork' | 'removeNetwork'> &
    Pick<LedgerStore, 'erasePerson'> &
    Pick<ConfigStore, 'getOrCreateSecret'> &
    MarkStore;
}

/** Returns whether there was any. */
export async function removeActivity(deps: RemoveDeps, lease: Lease): Promise<boolean> {
  const mark = await loadMark(deps.store);
  if (!mark || mark.state === 'removed') return false;
  await removeFacts(deps, mark);
  await saveMark(deps.store, lease, { ...mark, state: 'removed' });
  return true;
}

/** May be repeated after an interruption. */
export async function removeFacts({ store }: RemoveDeps, { first_day, last_day }: ActivityMark): Promise<void> {
  for (const { name: program } of PROGRAMS)
    await removeConversions(store, { program }, ({ match }) => isDemoConversation(match?.convo_id));
  for (const network of NETWORKS)
    await removeConversions(store, { network }, ({ transaction_id }) => isDemoTransaction(transaction_id));
  const callers = new SearchStatistics(await SearchStatistics.secret(store), 0);
  for (let day = first_day; day <= last_day; day++)
    await Promise.all(
      Array.from({ length: MAX_VISITS }, async (_, i) => {
        const convo_id = convoId(day, i + 1);
        const { caller } = callers.countConversation(convo_id);
        await Promise.all([store.removeConversation({ convo_id }), store.removeSearches({ convo_id, caller })]);
      }),
    );
  for (const { email } of shoppers) await store.erasePerson({ email });
  // An account with a token is one that the operator has added.
  for (const name of NETWORKS)
    if ((await store.getNetwork({ name }))?.token === null) await store.removeNetwork({ name });
}

async function removeConversions(
  store: RemoveDeps['store'],
  by: Partial<ConversionFilter>,
  isOfDemo: (conversion: StoredConversion) => boolean,
): Promise<void> {
  const all = { status: null, is_matched: null, network: null, program: null, limit: PAGE };
  for (let before: number | null = null; ; ) {
    const page: StoredConversion[] = await store.listConversions({ ...all, ...by, before });
    await store.removeConversions({ ids: page.filter(isOfDemo).map(({ id }) => id) });
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}
