// Random inputs of the calls about criteria sets, keys, synonyms, secrets, artefacts, leases, instances and console sessions.
import { createHash } from 'node:crypto';
import type { ConfigStore, CriteriaSetWrite, HeldLease } from '../../server/src/store/config-store.ts';
import type { ConsoleStore } from '../../server/src/store/console-store.ts';
import type { Inputs } from './ledger-inputs.ts';
import { DAY_MS, type World } from './world.ts';

const setId = (world: World) => world.pick(['a', 'B', 'b', 'c-1', 'c.1']);

const leaseName = (world: World) => world.pick(['learner', 'purge']);

/** Of the last holder, or of one before it. */
export function heldLease(world: World): HeldLease {
  const name = leaseName(world);
  return { name, token: world.number(`token of ${name}`) };
}

const set = (world: World): CriteriaSetWrite => ({
  ...{ id: setId(world), name: world.pick(['One', 'Two']), query: null, exclude_query: world.pick([null, 'x']) },
  ...{ criteria: [{ field: 'final_price', operator: '<=', value: world.below(9) + 0.5 }], now_ms: world.now_ms },
});

export const configInputs: Inputs<ConfigStore> = {
  insertCriteriaSet: set,
  upsertCriteriaSet: set,
  getCriteriaSet: (world) => ({ id: setId(world) }),
  listCriteriaSets: (world) => ({ after: world.pick(['', 'b']), limit: world.pick([1, 10]) }),
  deleteCriteriaSet: (world) => ({ id: setId(world) }),
  // Keys with a digest that exists are refused.
  insertKey: (world) => ({
    ...{ id: world.newText('key'), name: 'k', digest: new Uint8Array(32).fill(world.below(50)), scopes: ['discovery'] },
    ...{ created_at_ms: world.now_ms, expires_at_ms: null, revoked_at_ms: null },
  }),
  listKeys: () => ({}),
  revokeKey: (world) => ({ id: world.knownText('key'), now_ms: world.now_ms }),
  recordKeyUses: (world) => ({
    uses: [world.knownText('key'), 'not stored'].map((id) => ({ id, used_at_ms: world.now_ms - world.below(1000) })),
  }),
  listSynonymEdits: () => ({}),
  saveSynonymEdit: (world) => ({
    ...{ key: world.pick(['sofa', 'tv']), kind: world.pick(['added', 'removed'] as const), at_ms: world.now_ms },
    group: { inputs: ['couch'], outputs: ['sofa'] },
  }),
  deleteSynonymEdit: (world) => ({
    ...{ key: world.pick(['sofa', 'tv']), kind: world.pick(['added', 'removed'] as const) },
  }),
  getOrCreateSecret: (world) => ({ name: world.pick(['x', 'y']), proposed: Uint8Array.of(world.below(256)) }),
  saveArtefact: (world) => ({
    ...{ kind: world.pick(['lengths', 'vectors']), generation: world.below(6), bytes: Uint8Array.of(world.below(256)) },
    lease: heldLease(world),
  }),
  loadArtefact: (world) => ({
    kind: world.pick(['lengths', 'vectors']),
    ...(world.chance(0.5) ? { generation: world.below(6) } : {}),
  }),
  acquireLease: (world) => ({
    ...{ name: leaseName(world), holder: world.pick(['one', 'two']), now_ms: world.now_ms, ttl_ms: world.below(1000) },
  }),
  releaseLease: heldLease,
  recordInstance: (world) => ({
    ...{ id: world.pick(['one', 'two', 'three']), now_ms: world.now_ms, ttl_ms: world.pick([10, 1000, 60_000]) },
  }),
  // Its answers differ between stores by nature.
  readClock: () => undefined,
  readStamps: () => ({}),
  newestArtefact: (world) => ({ kind: world.pick(['lengths', 'vectors']) }),
};

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const knownSession = (world: World) => sha256(world.knownText('console session'));

export const consoleInputs: Inputs<ConsoleStore> = {
  insertConsoleSession: (world) => ({
    ...{ digest: sha256(world.newText('console session')), key_digest: new Uint8Array(32).fill(world.below(3)) },
    ...{ created_at_ms: world.now_ms, expires_at_ms: world.now_ms + world.below(DAY_MS) },
  }),
  getConsoleSession: (world) => ({ digest: knownSession(world) }),
  extendConsoleSession: (world) => ({
    digest: knownSession(world),
    expires_at_ms: world.now_ms + world.below(DAY_MS),
  }),
  deleteConsoleSession: (world) => ({ digest: knownSession(world) }),
  purgeConsoleSessions: (world) => ({ before_ms: world.now_ms, limit: world.pick([1, 10]) }),
};
