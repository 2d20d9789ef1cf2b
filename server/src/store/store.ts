// The whole store: every port on one set of databases. contract-suite.ts specifies its behaviour for all adapters.
import type { AuditStore } from './audit-store.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import type { ConfigStore } from './config-store.ts';
import type { ConsoleStore } from './console-store.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { ConversionStore } from './conversion-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { LookupStore } from './lookup-store.ts';
import type { RecentStore } from './recent-store.ts';
import type { RemovalStore } from './removal-store.ts';
import type { ReportStore } from './report-store.ts';
import type { SearchReportStore } from './search-report-store.ts';
import type { SessionStore } from './session-store.ts';
import type { StoreFigures } from './store-figures.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Calls that reach the databases. A write resolves after its transaction is durable. */
export interface StoreCalls
  extends CatalogueStore,
    LedgerStore,
    LookupStore,
    RecentStore,
    ConversionStore,
    WebhookStore,
    ReportStore,
    SessionStore,
    SearchReportStore,
    RemovalStore,
    ConversationStore,
    AuditStore,
    ConsoleStore,
    ConfigStore {}

export interface Store extends StoreCalls {
  /** For /metrics. */
  figures(): StoreFigures;
  close(): Promise<void>;
}
