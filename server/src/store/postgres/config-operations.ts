// The calls of the configuration, feed, session, console and search report ports.
import type { AuditStore } from '../audit-store.ts';
import type { ConfigStore } from '../config-store.ts';
import type { ConsoleStore } from '../console-store.ts';
import type { FeedStore } from '../feed-store.ts';
import type { SearchReportStore } from '../search-report-store.ts';
import type { SessionStore } from '../session-store.ts';
import * as artefacts from './artefacts.ts';
import * as audit from './audit.ts';
import * as consoleSessions from './console-sessions.ts';
import * as criteriaSets from './criteria-sets.ts';
import * as feedRuns from './feed-runs.ts';
import * as feeds from './feeds.ts';
import * as instances from './instances.ts';
import * as keys from './keys.ts';
import * as leases from './leases.ts';
import { findMentions, maskMentions } from './mask-mentions.ts';
import type { Operations } from './operation.ts';
import { overwriteErased } from './overwrite-erased.ts';
import { purgeActions } from './purge-ledger.ts';
import * as queryCounts from './query-counts.ts';
import * as rankingSessions from './ranking-sessions.ts';
import * as searchClicks from './search-clicks.ts';
import * as secrets from './secrets.ts';
import * as stamps from './stamps.ts';
import * as synonyms from './synonyms.ts';

export const configOperations: Operations<
  keyof (ConfigStore & FeedStore & SessionStore & ConsoleStore & SearchReportStore & AuditStore)
> = {
  insertCriteriaSet: { kind: 'write', lane: 'config', run: criteriaSets.insert },
  upsertCriteriaSet: { kind: 'write', lane: 'config', run: criteriaSets.upsert },
  getCriteriaSet: { kind: 'read', run: criteriaSets.get },
  listCriteriaSets: { kind: 'read', run: criteriaSets.list },
  deleteCriteriaSet: { kind: 'write', lane: 'config', run: criteriaSets.remove },
  insertKey: { kind: 'write', lane: 'config', run: keys.insert },
  listKeys: { kind: 'read', run: keys.list },
  revokeKey: { kind: 'write', lane: 'config', run: keys.revoke },
  recordKeyUses: { kind: 'write', lane: 'config', run: keys.recordUses },
  listSynonymEdits: { kind: 'read', run: synonyms.list },
  saveSynonymEdit: { kind: 'write', lane: 'config', run: synonyms.save },
  deleteSynonymEdit: { kind: 'write', lane: 'config', run: synonyms.remove },
  recordAction: { kind: 'write', lane: 'config', run: audit.record },
  listActions: { kind: 'read', run: audit.list },
  purgeActions: { kind: 'write', lane: 'config', run: purgeActions },
  getOrCreateSecret: { kind: 'write', lane: 'config', run: secrets.getOrCreate },
  saveArtefact: { kind: 'write', lane: 'config', run: artefacts.save },
  loadArtefact: { kind: 'read', isBackground: true, run: artefacts.load },
  newestArtefact: { kind: 'read', run: artefacts.newest },
  acquireLease: { kind: 'write', lane: 'config', run: leases.acquire },
  releaseLease: { kind: 'write', lane: 'config', run: leases.release },
  recordInstance: { kind: 'write', lane: 'config', run: instances.record },
  readClock: { kind: 'read', run: stamps.readClock },
  readStamps: { kind: 'read', run: stamps.read },

  beginRun: { kind: 'write', lane: 'config', hasDeadline: false, run: feedRuns.begin },
  recordHeartbeat: { kind: 'write', lane: 'config', run: feedRuns.recordHeartbeat },
  finishRun: { kind: 'write', lane: 'config', hasDeadline: false, run: feedRuns.finish },
  saveRejectedRows: { kind: 'write', lane: 'config', hasDeadline: false, run: feedRuns.saveRejected },
  getRun: { kind: 'read', run: feedRuns.get },
  listRuns: { kind: 'read', run: feedRuns.list },
  listRejectedRows: { kind: 'read', run: feedRuns.listRejected },
  purgeFeedRuns: { kind: 'write', lane: 'config', run: feedRuns.purge },
  summariseFeeds: { kind: 'read', run: feedRuns.summarise },
  insertFeed: { kind: 'write', lane: 'config', run: feeds.insert },
  getFeed: { kind: 'read', run: feeds.get },
  listFeeds: { kind: 'read', run: feeds.list },
  listDueFeeds: { kind: 'read', run: feeds.listDue },
  claimFeed: { kind: 'write', lane: 'config', run: feeds.claim },
  updateFeed: { kind: 'write', lane: 'config', hasDeadline: false, run: feeds.update },
  deleteFeed: { kind: 'write', lane: 'config', run: feeds.remove },

  insertRankingSession: { kind: 'batched', lane: 'sessions' },
  getRankingSession: { kind: 'read', run: rankingSessions.get },
  listRankingSessions: { kind: 'read', run: rankingSessions.list },
  listSearches: { kind: 'read', run: rankingSessions.listSearches },
  listSearchesOf: { kind: 'read', run: rankingSessions.listSearchesOf },
  findMentionsInSessions: { kind: 'read', run: findMentions('sessions') },
  maskMentionsInSessions: { kind: 'write', lane: 'config', run: maskMentions('sessions') },
  overwriteSessions: { kind: 'read', isBackground: true, run: overwriteErased('sessions') },
  purgeRankingSessions: { kind: 'write', lane: 'config', run: rankingSessions.purge },
  purgeSearches: { kind: 'write', lane: 'config', run: rankingSessions.purgeSearches },

  insertConsoleSession: { kind: 'write', lane: 'config', run: consoleSessions.insert },
  getConsoleSession: { kind: 'read', run: consoleSessions.get },
  extendConsoleSession: { kind: 'write', lane: 'config', run: consoleSessions.extend },
  deleteConsoleSession: { kind: 'write', lane: 'config', run: consoleSessions.remove },
  purgeConsoleSessions: { kind: 'write', lane: 'config', run: consoleSessions.purge },

  reportSearches: { kind: 'read', isBackground: true, run: queryCounts.report },
  listSearchClicks: { kind: 'read', run: searchClicks.list },
  attributeClicks: { kind: 'write', lane: 'config', run: queryCounts.attributeClicks },
  deleteSearchClicks: { kind: 'write', lane: 'config', run: searchClicks.remove },
  purgeQueryCounts: { kind: 'write', lane: 'config', run: queryCounts.purge },
};
