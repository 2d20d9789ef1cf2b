// The calls of the ledger, lookup and conversation ports.
import type { ConversationStore } from '../conversation-store.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { LookupStore } from '../lookup-store.ts';
import type { RecentStore } from '../recent-store.ts';
import * as conversations from './conversations.ts';
import * as events from './events.ts';
import { exportFacts } from './export.ts';
import * as jobs from './jobs.ts';
import * as ledgerFacts from './ledger-facts.ts';
import { findMentions, maskMentions } from './mask-mentions.ts';
import * as offers from './offers.ts';
import type { Operations } from './operation.ts';
import { overwriteErased } from './overwrite-erased.ts';
import * as people from './people.ts';
import * as purgeLedger from './purge-ledger.ts';
import * as recent from './recent.ts';

export const ledgerOperations: Operations<keyof (LedgerStore & LookupStore & RecentStore & ConversationStore)> = {
  registerOffers: { kind: 'batched', lane: 'ledger' },
  recordClick: { kind: 'batched', lane: 'ledger' },
  recordVisit: { kind: 'batched', lane: 'ledger' },
  acceptSignup: { kind: 'batched', lane: 'ledger' },
  recordToolCall: { kind: 'batched', lane: 'ledger' },
  saveTurn: { kind: 'batched', lane: 'ledger' },
  findOffer: { kind: 'read', run: offers.find },
  getConversationState: { kind: 'read', run: conversations.getState },
  listEvents: { kind: 'read', run: events.list },
  listEventsOf: { kind: 'read', run: events.listOf },
  listFacts: { kind: 'read', run: ledgerFacts.list },
  listSignups: { kind: 'read', run: ledgerFacts.listSignups },
  listRecentTraces: { kind: 'read', run: recent.listTraces },
  listRecentSearches: { kind: 'read', run: recent.listSearches },
  summariseTraces: { kind: 'read', run: recent.summariseTraces },
  summariseSearches: { kind: 'read', run: recent.summariseSearches },
  exportFacts: { kind: 'read', isBackground: true, run: exportFacts },

  runJob: { kind: 'batched', lane: 'jobs' },
  takeDueJobs: { kind: 'write', lane: 'config', run: jobs.takeDue },
  failJob: { kind: 'write', lane: 'config', run: jobs.fail },
  retryJob: { kind: 'write', lane: 'config', run: jobs.retry },
  countJobs: { kind: 'read', run: jobs.count },
  listJobs: { kind: 'read', run: jobs.list },
  getJob: { kind: 'read', run: jobs.get },

  erasePerson: { kind: 'write', lane: 'config', run: people.erase },
  findMentionsInLedger: { kind: 'read', run: findMentions('ledger') },
  maskMentionsInLedger: { kind: 'write', lane: 'config', run: maskMentions('ledger') },
  overwriteLedger: { kind: 'read', isBackground: true, run: overwriteErased('ledger') },

  purgeJobs: { kind: 'write', lane: 'config', run: purgeLedger.purgeJobs },
  purgeEvents: { kind: 'write', lane: 'config', run: purgeLedger.purgeEvents },
  purgeConversations: { kind: 'write', lane: 'config', run: purgeLedger.purgeConversations },
  purgeNonClicks: { kind: 'write', lane: 'config', run: purgeLedger.purgeNonClicks },
  purgeOffers: { kind: 'write', lane: 'config', run: purgeLedger.purgeOffers },
  purgeClicks: { kind: 'write', lane: 'config', run: purgeLedger.purgeClicks },
  purgeSignups: { kind: 'write', lane: 'config', run: purgeLedger.purgeSignups },
  purgePeople: { kind: 'write', lane: 'config', run: purgeLedger.purgePeople },
};
