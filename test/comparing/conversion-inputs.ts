// Random inputs of the calls about conversions, rewards and networks.
import type { ConversionStore, NetworkAccount, ReportWrite } from '../../server/src/store/conversion-store.ts';
import { networkClickId } from '../../server/src/text/network-click-id.ts';
import { ALL, clickId, type Inputs, program, purgeAll, purgeSome, saying, someLimit } from './ledger-inputs.ts';
import type { World } from './world.ts';

const NETWORKS = ['awin', 'impact', 'own'];
export const TRANSACTIONS = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'];
const AMOUNTS = [null, 0n, 10_000_000n, 25_500_000n, -10_000_000n, 99_999_999_999_999_999n];

const network = (world: World) => world.pick(NETWORKS);
export const before = (world: World, kind: string) => (world.chance(0.5) ? null : world.number(kind));
export const given = <T>(world: World, value: T): T | null => (world.chance(0.5) ? value : null);

/** As reported: an id, or its network form. */
function reportedClick(world: World): string | null {
  const click_id = clickId(world);
  return given(world, world.chance(0.8) ? click_id : networkClickId(program(world), click_id));
}

/** In a batch, transactions are new and have no click: their state would depend on what the other calls have done. */
function report(world: World): ReportWrite {
  const isApart = world.isInBatch;
  return {
    ...{ network: network(world), item_id: world.pick(['', '', 'i1']) },
    transaction_id: isApart ? world.newText('transaction') : world.pick(TRANSACTIONS),
    original_transaction_id: isApart || world.chance(0.7) ? null : world.pick(TRANSACTIONS),
    order_id: given(world, saying(world)),
    click_id: isApart ? null : reportedClick(world),
    program: world.chance(0.8) ? null : program(world),
    ...{ sale_amount: world.pick(AMOUNTS), commission: world.pick(AMOUNTS) },
    currency: world.pick([null, 'USD', 'USD', 'JPY']),
    status: world.pick([null, 'pending', 'approved', 'declined']),
    is_paid: world.pick([null, null, true, false]),
    occurred_at_ms: given(world, world.now_ms - world.below(1000)),
    modified_at_ms: given(world, world.now_ms - world.below(1000)),
  };
}

const account = (world: World): NetworkAccount & { token: string } => ({
  ...{ name: network(world), dialect: world.pick([null, 'generic']), mapping: given(world, '{}') },
  ...{ currency: world.pick([null, null, 'EUR']), token: world.newText('token'), created_at_ms: world.now_ms },
});

export const conversionInputs: Inputs<ConversionStore> = {
  recordReports: (world) => {
    const reports = Array.from({ length: world.pick([1, 1, 2, 5]) }, () => report(world));
    const postback = reports.length === 1 ? given(world, JSON.stringify({ said: saying(world) })) : null;
    return { reports, postback, reward_max_pct: world.pick([25, 25, 1]), now_ms: world.now_ms };
  },
  rejectPostback: (world) => ({
    ...{ network: network(world), fields: JSON.stringify({ said: saying(world) }), reason: 'no id' },
    now_ms: world.now_ms,
  }),
  listPostbacks: (world) => ({
    ...{ network: given(world, network(world)), is_rejected: world.pick([null, true, false]) },
    ...{ before: before(world, 'postback'), limit: someLimit(world) },
  }),
  matchConversion: (world) => ({
    ...{
      id: world.number('conversion'),
      click_id: reportedClick(world) ?? 'none',
      program: given(world, program(world)),
    },
    ...{ reward_max_pct: 25, now_ms: world.now_ms },
  }),
  listConversions: (world) => ({
    ...{ status: world.pick([null, 'pending', 'approved', 'declined']), is_matched: world.pick([null, true, false]) },
    ...{ network: given(world, network(world)), program: given(world, program(world)) },
    ...{ before: before(world, 'conversion'), limit: someLimit(world) },
  }),
  getConversion: (world) => ({ id: world.number('conversion') }),
  listRewards: (world) => ({
    ...{ program: given(world, program(world)), email: given(world, world.email(world.convo())) },
    ...{ before: before(world, 'reward'), limit: someLimit(world) },
  }),
  addNetwork: account,
  getNetwork: (world) => ({ name: network(world) }),
  findNetworkByToken: (world) => ({ token: world.knownText('token') }),
  listNetworks: (world) => ({ after: world.pick(['', network(world)]), limit: someLimit(world) }),
  countRejectedPostbacks: (world) => ({ network: network(world), limit: someLimit(world) }),
  rotateNetworkToken: (world) => ({ name: network(world), token: world.newText('token') }),
  removeNetwork: (world) => ({ name: network(world) }),
  purgePostbacks: purgeSome,
  purgeConversions: purgeAll,
};

/** Everything about conversions that a store holds. */
export const conversionReview = [
  ['listConversions', { status: null, is_matched: null, network: null, program: null, before: null, limit: ALL }],
  ['listRewards', { program: null, email: null, before: null, limit: ALL }],
  ['listPostbacks', { network: null, is_rejected: null, before: null, limit: ALL }],
  ['listNetworks', { after: '', limit: ALL }],
] as const;
