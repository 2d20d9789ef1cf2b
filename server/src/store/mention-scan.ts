// A bounded scan for the mentions of an email, shared by the ports whose rows may contain one.
export interface MentionScan {
  email: string;
  /** The cursor from the previous step; null for the first. */
  after: string | null;
  /** Rows to scan. */
  limit: number;
}

export interface MentionScanStep {
  /** References to the rows that mention the email. */
  rows: string[];
  /** The cursor for the next step; null after the last. */
  next: string | null;
}
