// Runs the calls of a batch that change conversions as one transaction: their reports make one plan, so that each round
// trip reads what all of them need.
import type { ConversionStore, MatchOutcome, ReportsWrite } from '../conversion-store.ts';
import { ConversionPlan } from '../rules/conversion-plan.ts';
import { chooseByHand, type FoundClick } from '../rules/match-conversion.ts';
import type { TransactionTree } from '../rules/transaction-tree.ts';
import { findClicks, type Loaded, load, type Settling, settle } from './conversions.ts';
import type { LaneCall } from './lane.ts';
import { insertPostbacks } from './networks.ts';
import type { Transaction } from './transaction.ts';

type ReportCall = { input: ReportsWrite };
type MatchInput = Parameters<ConversionStore['matchConversion']>[0];

/** The weight of a call in its batch: a thousand reports take long enough for a transaction of their own. */
export const reportsIn = ({ input }: LaneCall): number => (input as Partial<ReportsWrite>).reports?.length ?? 1;

export async function runConversionBatch(tx: Transaction, calls: readonly LaneCall[]): Promise<unknown[]> {
  const callsOf = <T>(name: string) => calls.filter((call) => call.name === name) as { input: T }[];
  const reportCalls = callsOf<ReportsWrite>('recordReports');
  const matchCalls = callsOf<MatchInput>('matchConversion');
  const settings = calls.map(({ input }) => input as Settling);
  // The limit is a setting of the instance, so that all calls have the same.
  const settling = {
    reward_max_pct: settings[0]!.reward_max_pct,
    now_ms: Math.max(...settings.map(({ now_ms }) => now_ms)),
  };

  const loaded = await load(tx, {
    reports: reportCalls.flatMap(({ input }) => input.reports),
    ids: matchCalls.map(({ input }) => input.id),
    now_ms: settling.now_ms,
  });
  const { accounts } = loaded;
  const replies = new Map<object, unknown>();
  const { plan, tree, recorded } = planReports(loaded, reportCalls, replies);

  const clicks = await findClicks(tx, [...plan.clickLookups(), ...matchCalls.map(({ input }) => input.click_id)]);
  for (const call of matchCalls)
    replies.set(call, matchByHand(plan, tree, clicks.get(call.input.click_id)!, call.input));
  plan.match(clicks);
  await settle(tx, plan, settling);
  insertPostbacks(
    tx,
    recorded.flatMap(({ input: { reports, postback, now_ms } }) =>
      postback === null ? [] : { account_no: accounts.get(reports[0]!.network)!.account_no, fields: postback, now_ms },
    ),
  );

  const answers = plan.answers();
  for (const call of recorded) replies.set(call, { answers: answers.splice(0, call.input.reports.length) });
  return calls.map((call) => replies.get(call));
}

/** Plans the calls whose conversions have room for their reports, and answers the others. */
function planReports({ newTree, accounts }: Loaded, calls: readonly ReportCall[], replies: Map<object, unknown>) {
  const recorded = new Set(calls);
  for (;;) {
    const tree = newTree();
    const plan = new ConversionPlan(tree);
    const add = ({ input: { reports, now_ms } }: ReportCall) =>
      reports.findIndex((report) => !plan.add(report, accounts.get(report.network)!, now_ms));
    const full = [...recorded].find((call) => {
      const index = add(call);
      if (index >= 0) replies.set(call, { full: index });
      return index >= 0;
    });
    if (!full) return { plan, tree, recorded: [...recorded] };
    // The plan holds reports of a call that is refused.
    recorded.delete(full);
  }
}

function matchByHand(
  plan: ConversionPlan,
  tree: TransactionTree,
  found: readonly FoundClick[],
  { id, program }: MatchInput,
): MatchOutcome {
  if (!tree.get(id)) return 'no_conversion';
  const chosen = chooseByHand(found, program);
  if (typeof chosen === 'string') return chosen;
  plan.matchByHand(plan.touch(id)!, chosen);
  return 'matched';
}
