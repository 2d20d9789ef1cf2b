// Decides what a batch of reports changes, so that a store reads and writes it in a few statements: add the reports, look
// their clicks up, then the offers of those clicks, settle, and write the result.
import type { ConversionMatch, ReportAnswer, ReportWrite, UnmatchedReason } from '../conversion-store.ts';
import type { StoredJob } from '../ledger-store.ts';
import type { Account, AppliedReport, ConversionState, Transaction } from './conversion-state.ts';
import { type FoldedConversion, foldConversion, foldTransaction, isDuplicate, newestOf } from './fold-reports.ts';
import { conversionDeltas, type FunnelDelta } from './funnel-deltas.ts';
import { recheckJobs } from './job-transitions.ts';
import { chooseClick, type FoundClick } from './match-conversion.ts';
import type { FoundOffer, OfferedClick } from './offer-promise.ts';
import { bookClaim, type Claim, type NewRewardEntry, rewardOf } from './reward.ts';
import { isSameValue } from './same-value.ts';
import { conversionEvent, type NewEvent } from './trace-events.ts';
import type { TransactionTree } from './transaction-tree.ts';
import { conversionChanged, type FactEvent } from './webhook-events.ts';

export type EventOfPerson = NewEvent & { person_no: number | null };

export interface NewReport extends AppliedReport {
  /** Of its transaction. */
  id: number;
}

interface Decision {
  match: ConversionMatch | null;
  unmatched_reason: UnmatchedReason | null;
  matched_as: string | null;
}

export class ConversionPlan {
  readonly #tree: TransactionTree;
  readonly #touched = new Set<Transaction>();
  readonly #folded = new Map<Transaction, FoldedConversion>();
  readonly #decisions = new Map<Transaction, Decision>();
  readonly #changed = new Set<Transaction>();
  /** Conversions that wait for a click or an offer from now on. */
  readonly #waiting: number[] = [];
  readonly #answers: { transaction: Transaction; state: ReportAnswer['state'] }[] = [];

  readonly reports: NewReport[] = [];
  readonly entries: NewRewardEntry[] = [];
  readonly events: EventOfPerson[] = [];
  /** The changes of conversions. Those of rewards follow from the entries. */
  readonly webhookEvents: FactEvent[] = [];
  /** What changes in the funnel report. */
  readonly funnel: FunnelDelta[] = [];

  constructor(tree: TransactionTree) {
    this.#tree = tree;
  }

  /** False if the conversion then holds more than its limit: nothing of the batch may be written. */
  add(report: ReportWrite, account: Account, now_ms: number): boolean {
    const { network: _, transaction_id, item_id, ...content } = report;
    const transaction = this.#tree.findOrAdd(account, transaction_id, item_id);
    const answer = { transaction, state: 'unchanged' as ReportAnswer['state'] };
    this.#answers.push(answer);
    // Reports arrive in this order, even if the clock was set back.
    const received_at_ms = Math.max(now_ms, transaction.reports.at(-1)?.received_at_ms ?? now_ms);
    const received: AppliedReport = { ...content, received_at_ms, is_applied: false };
    if (isDuplicate(received, transaction.reports)) return true;
    const before = foldTransaction(transaction.reports);
    transaction.reports.push(received);
    received.is_applied = newestOf(transaction.reports) === received;
    this.reports.push({ ...received, id: transaction.id });
    const after = foldTransaction(transaction.reports)!;
    this.#touched.add(transaction).add(this.#tree.rootOf(transaction));
    if (this.#tree.link(transaction, after.original_transaction_id)) this.#changed.add(transaction);
    const root = this.#tree.rootOf(transaction);
    this.#touched.add(root);
    const isCorrection = root !== transaction && root.reports.length > 0;
    if (!before) answer.state = isCorrection ? 'updated' : 'recorded';
    else if (!isSameValue({ ...before, modified_at_ms: null }, { ...after, modified_at_ms: null }))
      answer.state = 'updated';
    return !this.#tree.isBeyondLimit(transaction);
  }

  /** Folds a conversion again, because its click or offer may have arrived. Returns it; undefined if it is unknown. */
  touch(id: number): Transaction | undefined {
    const known = this.#tree.get(id);
    if (!known) return undefined;
    const root = this.#tree.rootOf(known);
    this.#touched.add(root);
    return root;
  }

  matchByHand(root: Transaction, click: FoundClick): void {
    this.#decisions.set(root, { match: { ...click, offer: null }, unmatched_reason: null, matched_as: null });
  }

  /** Reported click ids of the conversions whose click is to be found. */
  clickLookups(): string[] {
    const undecided = this.#roots().filter((root) => !this.#isDecided(root));
    return [...new Set(undecided.flatMap((root) => this.#fold(root).click_id ?? []))];
  }

  /** `found` are the clicks of each reported id. */
  match(found: ReadonlyMap<string, readonly FoundClick[]>): void {
    for (const root of this.#roots().filter((each) => !this.#isDecided(each))) {
      const folded = this.#fold(root);
      const clicks = found.get(folded.click_id ?? '') ?? [];
      const isAsReported = this.#isMatchedAsReported(root);
      const current = clicks.find(({ click_no }) => isAsReported && click_no === root.state?.match?.click_no);
      // The click may have been purged.
      if (isAsReported && !current) continue;
      const chosen = root.reports.length === 0 ? 'not_reported' : chooseClick(folded, current ? [current] : clicks);
      // The offer and the person of a click stay: a stranger may have added another offer since.
      if (chosen === current && current) continue;
      if (typeof chosen === 'string') {
        this.#decisions.set(root, { match: null, unmatched_reason: chosen, matched_as: null });
      } else {
        const match = { ...chosen, offer: null };
        this.#decisions.set(root, { match, unmatched_reason: null, matched_as: folded.click_id });
      }
    }
  }

  /** Clicks whose offer is to be found. */
  offerLookups(): OfferedClick[] {
    return this.#roots().flatMap((root) => {
      const { match } = this.#decisionOf(root);
      return match && !match.offer ? match : [];
    });
  }

  /** `offers` are those of the lookups, in their order. */
  settle(offers: readonly (FoundOffer | null)[], { reward_max_pct, now_ms }: Settling): void {
    let at = 0;
    for (const root of this.#roots()) {
      const decision = this.#decisionOf(root);
      const { match } = decision;
      if (!match || match.offer) this.#change(root, this.#stateOf(root, decision, reward_max_pct), now_ms);
      else {
        const found = offers[at++] ?? null;
        const completed = found
          ? { ...match, offer: found.promise, person_no: match.person_no ?? found.person_no }
          : match;
        this.#change(root, this.#stateOf(root, { ...decision, match: completed }, reward_max_pct), now_ms);
      }
    }
    for (const transaction of this.#touched)
      if (this.#tree.rootOf(transaction) !== transaction) this.#change(transaction, null, now_ms);
  }

  /** One per added report, in order. */
  answers(): ReportAnswer[] {
    return this.#answers.map(({ transaction, state }) => {
      const root = this.#tree.rootOf(transaction);
      return { id: root.id, state, is_matched: Boolean(root.state?.match) };
    });
  }

  /** Transactions that the store does not have yet. */
  get added(): readonly Transaction[] {
    return this.#tree.added;
  }

  /** Stored transactions whose state or original has changed. */
  get changed(): readonly Transaction[] {
    const added = new Set(this.added);
    return [...this.#changed].filter((transaction) => !added.has(transaction));
  }

  /** For the conversions that wait for a click or an offer from now on. */
  recheckJobs(id: string, now_ms: number): StoredJob[] {
    return recheckJobs(id, this.#waiting, now_ms);
  }

  #roots(): Transaction[] {
    return [...this.#touched].filter((transaction) => this.#tree.rootOf(transaction) === transaction);
  }

  #fold(root: Transaction): FoldedConversion {
    let folded = this.#folded.get(root);
    if (!folded) {
      const corrections = this.#tree.correctionsOf(root).flatMap(({ reports }) => foldTransaction(reports) ?? []);
      // A default that was applied stays, whatever becomes of the account.
      const currency = root.state?.currency ?? root.account.currency;
      folded = foldConversion(foldTransaction(root.reports), corrections, currency);
      this.#folded.set(root, folded);
    }
    return folded;
  }

  /** A match stays unless another click is reported, or an earlier time of the sale. One by hand stays in any case. */
  #isDecided(root: Transaction): boolean {
    if (this.#decisions.has(root)) return true;
    if (!root.state?.match) return false;
    const { matched_as, occurred_at_ms } = root.state;
    const isEarlier = (this.#fold(root).occurred_at_ms ?? Infinity) < (occurred_at_ms ?? Infinity);
    return matched_as === null || (this.#isMatchedAsReported(root) && !isEarlier);
  }

  #isMatchedAsReported(root: Transaction): boolean {
    const { click_id, program } = this.#fold(root);
    const { match, matched_as } = root.state ?? {};
    return Boolean(match) && click_id === matched_as && (program === null || program === match!.program);
  }

  #decisionOf(root: Transaction): Decision {
    return this.#decisions.get(root) ?? root.state!;
  }

  #stateOf(root: Transaction, decision: Decision, maxPct: number): ConversionState {
    const { program: _, ...folded } = this.#fold(root);
    const { match, unmatched_reason, matched_as } = decision;
    const reward = match && rewardOf(folded, match.offer, maxPct);
    return { ...folded, match, unmatched_reason, matched_as, reward };
  }

  #change(transaction: Transaction, next: ConversionState | null, now_ms: number): void {
    const { id, state: before } = transaction;
    if (isSameValue(before, next)) return;
    transaction.state = next;
    this.#changed.add(transaction);
    this.funnel.push(...conversionDeltas(transaction.account.name, before, next));
    for (const claim of bookClaim(claimOf(before), claimOf(next)))
      this.entries.push({ ...claim, conversion_id: id, changed_at_ms: now_ms });
    if (!next) return;
    const event = conversionChanged(transaction, before, next, now_ms);
    if (event) this.webhookEvents.push(event);
    const awaited = awaitedBy(next);
    if (awaited !== null && awaited !== awaitedBy(before)) this.#waiting.push(id);
    if (next.match)
      this.events.push({ ...conversionEvent(transaction, next, now_ms), person_no: next.match.person_no });
  }
}

interface Settling {
  reward_max_pct: number;
  now_ms: number;
}

/** The click or the offer that a conversion waits for. */
function awaitedBy(state: ConversionState | null): string | null {
  if (state?.match) return state.match.offer ? null : `offer of ${state.match.click_no}`;
  return state?.unmatched_reason === 'unknown_click' ? `click ${state.click_id}` : null;
}

function claimOf(state: ConversionState | null): Claim | null {
  if (!state?.match || !state.reward) return null;
  const { amount, currency } = state.reward;
  if (amount === null || currency === null) return null;
  const { program, person_no } = state.match;
  return { program, person_no, status: state.status, currency, amount };
}
