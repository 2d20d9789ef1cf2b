// What is known about the activity of the demo: whether there is any, and of which days. It is kept with the artefacts,
// which are written under a lease, so that one process at a time fills or removes.
import { z } from 'zod';
import type { Lease } from '../../lease-keeper.ts';
import type { ConfigStore } from '../../store/config-store.ts';

export const ACTIVITY_LEASE = 'demo_activity';
const KIND = 'demo_activity';

const markSchema = z.object({
  /** `filling` after a fill that was interrupted, too. */
  state: z.enum(['filling', 'filled', 'removed']),
  /** Counted from 1970, in UTC. */
  first_day: z.int(),
  last_day: z.int(),
});

export type ActivityMark = z.infer<typeof markSchema>;
export type MarkStore = Pick<ConfigStore, 'loadArtefact' | 'saveArtefact'>;

export async function loadMark(store: Pick<MarkStore, 'loadArtefact'>): Promise<ActivityMark | null> {
  const stored = await store.loadArtefact({ kind: KIND });
  return stored && markSchema.parse(JSON.parse(Buffer.from(stored.bytes).toString()));
}

/** Throws if another process has the lease by now. */
export async function saveMark(store: MarkStore, lease: Lease, mark: ActivityMark): Promise<void> {
  const held = lease();
  const generation = ((await store.loadArtefact({ kind: KIND }))?.generation ?? 0) + 1;
  const bytes = Buffer.from(JSON.stringify(mark));
  const outcome = held && (await store.saveArtefact({ kind: KIND, generation, bytes, lease: held }));
  if (outcome !== 'saved') throw new Error('another process has taken over the activity of the demo');
}
