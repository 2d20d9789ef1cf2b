// The transactions that a batch of reports concerns, linked to what they correct.
import type { Account, Transaction } from './conversion-state.ts';

/** Of a transaction. Bounds what is read to fold a conversion. */
export const MAX_REPORTS = 1000;
/** Of a conversion. Bounds the sum of its amounts. */
export const MAX_CORRECTIONS = 49;

export class TransactionTree {
  readonly #byKey = new Map<string, Transaction>();
  readonly #byId = new Map<number, Transaction>();
  /** By the id of the transaction that they correct. */
  readonly #corrections = new Map<number, Set<Transaction>>();
  readonly #nextId: () => number;
  readonly added: Transaction[] = [];

  /**
   * `stored` are the transactions of the reports and of their originals, with all that correct them and all that they
   * correct.
   */
  constructor(stored: Iterable<Transaction>, nextId: () => number) {
    this.#nextId = nextId;
    for (const transaction of stored) this.#insert(transaction);
  }

  get all(): Transaction[] {
    return [...this.#byId.values()];
  }

  get(id: number): Transaction | undefined {
    return this.#byId.get(id);
  }

  findOrAdd(account: Account, transaction_id: string, item_id: string): Transaction {
    const known = this.#byKey.get(keyOf(account.account_no, transaction_id, item_id));
    if (known) return known;
    const added: Transaction = {
      id: this.#nextId(),
      account,
      transaction_id,
      item_id,
      corrects: null,
      reports: [],
      state: null,
    };
    this.added.push(added);
    this.#insert(added);
    return added;
  }

  /**
   * The conversion that a transaction folds into. If transactions correct each other in a circle, it is the one with the
   * lowest transaction id, so that the order of arrival does not matter.
   */
  rootOf(transaction: Transaction): Transaction {
    const path: Transaction[] = [];
    let at = transaction;
    while (!path.includes(at)) {
      if (at.corrects === null) return at;
      path.push(at);
      at = this.#byId.get(at.corrects)!;
    }
    const circle = path.slice(path.indexOf(at));
    return circle.reduce((lowest, each) => (each.transaction_id < lowest.transaction_id ? each : lowest));
  }

  correctionsOf(root: Transaction): Transaction[] {
    const found = new Set([root]);
    for (const each of found) for (const correction of this.#corrections.get(each.id) ?? []) found.add(correction);
    return [...found].slice(1);
  }

  /** Whether a transaction or its conversion holds more than its limit. */
  isBeyondLimit(transaction: Transaction): boolean {
    return (
      transaction.reports.length > MAX_REPORTS || this.correctionsOf(this.rootOf(transaction)).length > MAX_CORRECTIONS
    );
  }

  /** Makes a transaction a correction of its original, which is added if it is not known. Returns whether that is new. */
  link(transaction: Transaction, original_transaction_id: string | null): boolean {
    const { account, transaction_id, item_id, corrects } = transaction;
    // Some networks name the transaction itself as the original of the first report.
    const isCorrection = original_transaction_id !== null && original_transaction_id !== transaction_id;
    const next = isCorrection ? this.findOrAdd(account, original_transaction_id, item_id).id : null;
    if (next === corrects) return false;
    if (corrects !== null) this.#corrections.get(corrects)!.delete(transaction);
    transaction.corrects = next;
    this.#index(transaction);
    return true;
  }

  #insert(transaction: Transaction): void {
    const { id, account, transaction_id, item_id } = transaction;
    this.#byId.set(id, transaction);
    this.#byKey.set(keyOf(account.account_no, transaction_id, item_id), transaction);
    this.#index(transaction);
  }

  #index(transaction: Transaction): void {
    const { corrects } = transaction;
    if (corrects === null) return;
    const siblings = this.#corrections.get(corrects) ?? new Set();
    this.#corrections.set(corrects, siblings.add(transaction));
  }
}

const keyOf = (account_no: number, transaction_id: string, item_id: string): string =>
  JSON.stringify([account_no, transaction_id, item_id]);
