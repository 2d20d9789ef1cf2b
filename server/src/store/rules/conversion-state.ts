// Transactions of networks, as stores read and write them.
import type { StoredConversion } from '../conversion-store.ts';
import type { ReceivedReport } from './fold-reports.ts';

export interface Account {
  account_no: number;
  name: string;
  /** Of reports that name none. */
  currency: string | null;
}

export interface AppliedReport extends ReceivedReport {
  /** Whether it was the newest report of its transaction when it arrived. */
  is_applied: boolean;
}

/** The folded state of a conversion. */
export interface ConversionState
  extends Omit<StoredConversion, 'id' | 'network' | 'transaction_id' | 'item_id' | 'changed_at_ms'> {
  /** The reported click id that led to the match; null if it was made by hand, or if there is none. */
  matched_as: string | null;
}

/** A transaction that corrects another one folds into its conversion and has no state of its own. */
export interface Transaction {
  id: number;
  account: Account;
  transaction_id: string;
  item_id: string;
  /** The id of the transaction that it corrects. */
  corrects: number | null;
  /** In the order of arrival. Empty if only corrections of it are known. */
  reports: AppliedReport[];
  state: ConversionState | null;
}
