// The calls of the conversion port.
import type { ConversionStore } from '../conversion-store.ts';
import * as conversions from './conversion-queries.ts';
import * as networks from './networks.ts';
import type { Operations } from './operation.ts';
import * as purgeLedger from './purge-ledger.ts';

export const conversionOperations: Operations<keyof ConversionStore> = {
  recordReports: { kind: 'batched', lane: 'conversions' },
  matchConversion: { kind: 'batched', lane: 'conversions' },
  listConversions: { kind: 'read', run: conversions.list },
  getConversion: { kind: 'read', run: conversions.get },
  listRewards: { kind: 'read', run: conversions.listRewards },

  rejectPostback: { kind: 'write', lane: 'config', run: networks.rejectPostback },
  listPostbacks: { kind: 'read', run: networks.listPostbacks },
  addNetwork: { kind: 'write', lane: 'config', run: networks.add },
  getNetwork: { kind: 'read', run: networks.get },
  findNetworkByToken: { kind: 'read', run: networks.findByToken },
  listNetworks: { kind: 'read', run: networks.list },
  rotateNetworkToken: { kind: 'write', lane: 'config', run: networks.rotateToken },
  removeNetwork: { kind: 'write', lane: 'config', run: networks.remove },

  purgePostbacks: { kind: 'write', lane: 'config', run: purgeLedger.purgePostbacks },
  purgeConversions: { kind: 'write', lane: 'config', run: purgeLedger.purgeConversions },
};
