// The calls of the conversion and report ports.
import type { ConversionStore } from '../conversion-store.ts';
import type { ReportStore } from '../report-store.ts';
import * as conversions from './conversion-queries.ts';
import * as funnel from './funnel.ts';
import * as networks from './networks.ts';
import type { Operations } from './operation.ts';
import * as purgeLedger from './purge-ledger.ts';
import * as searchCounts from './search-counts.ts';

export const conversionOperations: Operations<keyof (ConversionStore & ReportStore)> = {
  recordReports: { kind: 'batched', lane: 'conversions' },
  matchConversion: { kind: 'batched', lane: 'conversions' },
  listConversions: { kind: 'read', run: conversions.list },
  getConversion: { kind: 'read', run: conversions.get },
  listRewards: { kind: 'read', run: conversions.listRewards },

  rejectPostback: { kind: 'write', lane: 'config', run: networks.rejectPostback },
  countRejectedPostbacks: { kind: 'read', run: networks.countRejectedPostbacks },
  listPostbacks: { kind: 'read', run: networks.listPostbacks },
  addNetwork: { kind: 'write', lane: 'config', run: networks.add },
  getNetwork: { kind: 'read', run: networks.get },
  findNetworkByToken: { kind: 'read', run: networks.findByToken },
  listNetworks: { kind: 'read', run: networks.list },
  rotateNetworkToken: { kind: 'write', lane: 'config', run: networks.rotateToken },
  removeNetwork: { kind: 'write', lane: 'config', run: networks.remove },

  readFunnel: { kind: 'read', run: funnel.read },
  countSearches: { kind: 'read', run: searchCounts.count },
  foldFunnel: { kind: 'write', lane: 'config', run: funnel.fold },
  purgeFunnel: { kind: 'write', lane: 'config', run: funnel.purge },
  purgeSearchCounts: { kind: 'write', lane: 'config', run: searchCounts.purge },

  purgePostbacks: { kind: 'write', lane: 'config', run: purgeLedger.purgePostbacks },
  purgeConversions: { kind: 'write', lane: 'config', run: purgeLedger.purgeConversions },
};
