// A dialect: under which names and words a network reports conversions, in postbacks and in report files.
import type { NETWORK_DIALECTS, REPORT_FIELDS } from '@finderfee/contract/network.ts';
import type { ConversionStatus } from '../store/conversion-store.ts';

export type ReportField = (typeof REPORT_FIELDS)[number];

export interface Dialect {
  name: (typeof NETWORK_DIALECTS)[number];
  /**
   * The network's names of each field; the first that has a value counts. A dot leads into nested JSON. `modified_at`
   * is left out where the network's date does not move with every change: then the last report to arrive decides.
   */
  fields: Partial<Record<ReportField, readonly string[]>>;
  /** Status words, in lower case. The empty word is the status of reports that state none. */
  statuses: Readonly<Record<string, ConversionStatus>>;
  /** The field of `is_paid` holds the date of the payment. */
  is_paid_by_date?: true;
  /** Zone of times that state none; UTC if absent. */
  utc_offset?: string;
  /** A form field of postbacks that holds all others as JSON. */
  json_field?: string;
  postback: {
    /** Fields that the network can send. The macro of each has the first name of the field. */
    fields: readonly ReportField[];
    /** Macros that the network demands and we do not read. */
    other_macros?: readonly string[];
    enclosed_in: readonly [string, string];
    /** Where to paste the URL. */
    page: string;
  };
}
