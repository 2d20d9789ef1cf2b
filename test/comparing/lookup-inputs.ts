// Random inputs of the calls of the ledger lookup and of recent conversations.
import { FACT_KEYS, type FactKey, type FactKind, type LookupStore } from '../../server/src/store/lookup-store.ts';
import type { RecentBy, RecentStore, SummaryBy } from '../../server/src/store/recent-store.ts';
import { networkClickId } from '../../server/src/text/network-click-id.ts';
import { TRANSACTIONS } from './conversion-inputs.ts';
import { clickId, type Inputs, presentation, program, saying, someLimit } from './ledger-inputs.ts';
import { DAY_MS, type World } from './world.ts';

/** Columns with numbers of other facts. */
const REFERENCES: Partial<Record<FactKey, string>> = {
  'click.offer_id': 'offer',
  'conversion.click_no': 'click',
  'conversion.person_no': 'person',
  'reward.conversion_id': 'conversion',
};

const TEXTS: Partial<Record<FactKey, (world: World) => string>> = {
  'offer.presentation_id': presentation,
  'offer.message_id': (world) => world.knownText('message'),
  'signup.message_id': (world) => world.knownText('message'),
  'click.network_click_id': (world) => networkClickId(program(world), 'not plain'),
  'conversion.transaction_id': (world) => world.pick(TRANSACTIONS),
  'conversion.order_id': saying,
};

export const kindOf = (key: FactKey) => key.split('.')[0] as FactKind;

function value(world: World, key: FactKey): string | number {
  if (/\.(id|no|click_no)$/.test(key)) return world.number(REFERENCES[key] ?? kindOf(key));
  const reference = REFERENCES[key];
  return reference === undefined ? (TEXTS[key] ?? clickId)(world) : world.number(reference);
}

export const lookupInputs: Inputs<LookupStore> = {
  listFacts: (world) => {
    const key = world.pick(FACT_KEYS);
    const values = Array.from({ length: world.pick([0, 1, 1, 2, 5]) }, () => value(world, key));
    const before = world.chance(0.7) ? null : world.number(kindOf(key));
    return { key, values, before, limit: someLimit(world) };
  },
  listSignups: (world) => ({
    members: Array.from({ length: world.below(4) }, () => ({
      ...{ program: program(world), person_no: world.number('person') },
    })),
  }),
};

const recent = (world: World): RecentBy => ({
  before: world.chance(0.5) ? null : { at_ms: world.now_ms - world.below(2 * DAY_MS), convo_id: world.convo() },
  since_ms: world.chance(0.5) ? 0 : world.now_ms - world.below(2 * DAY_MS),
  limit: someLimit(world),
  max_events: world.pick([1, 3, 10, 1000]),
});
const summary = (world: World): SummaryBy => ({
  convo_ids: [...new Set(Array.from({ length: world.below(4) }, () => world.convo()))],
  max_events: world.pick([1, 3, 1000]),
});

export const recentInputs: Inputs<RecentStore> = {
  listRecentTraces: recent,
  listRecentSearches: recent,
  summariseTraces: summary,
  summariseSearches: summary,
};
