// Random inputs of the calls about the audit log.
import type { AuditStore } from '../../server/src/store/audit-store.ts';
import { before, given } from './conversion-inputs.ts';
import { ALL, type Inputs, purgeSome, someLimit } from './ledger-inputs.ts';
import { DAY_MS, type World } from './world.ts';

const keyId = (world: World) => world.pick(['key_1', 'command line']);
const action = (world: World) => world.pick(['createFeed', 'deleteFeed']);

export const auditInputs: Inputs<AuditStore> = {
  recordAction: (world) => ({
    ...{ at_ms: world.now_ms, key_id: keyId(world), key_name: 'Ann', action: action(world) },
    ...{ subject: world.pick([null, 'kettles', 'pots']), request_id: given(world, 'r1') },
  }),
  listActions: (world) => ({
    ...{ key_id: given(world, keyId(world)), action: given(world, action(world)), subject: given(world, 'pots') },
    ...{ from_ms: given(world, world.now_ms - world.below(DAY_MS)), to_ms: given(world, world.now_ms) },
    ...{ before: before(world, 'action'), limit: someLimit(world) },
  }),
  purgeActions: purgeSome,
};

/** The whole audit log. */
export const auditReview = [
  ['listActions', { key_id: null, action: null, subject: null, from_ms: null, to_ms: null, before: null, limit: ALL }],
] as const;
