// `finderfee demo …`: adds and removes the demo catalogue and its activity.
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { createInstanceId } from '../instance-id.ts';
import { type Lease, LeaseKeeper, underLease } from '../lease-keeper.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { WithDeps } from '../store-deps.ts';
import type { ActivityDeps } from './activity/fill-activity.ts';
import type { RemoveDeps } from './activity/remove-activity.ts';

export type WithActivity = (action: (deps: ActivityDeps) => Promise<number>) => Promise<void>;

export function addDemoCommand(
  program: Command,
  withDeps: WithDeps<CatalogueStore & RemoveDeps['store'] & ConfigStore>,
  withActivity: WithActivity,
): void {
  const demo = program.command('demo').description('add or remove the demo catalogue and its activity');
  demo
    .command('add')
    .description('add the demo products, even if they were removed before; everything else stays')
    .action(() =>
      withDeps(async (deps) => {
        const { addDemo } = await import('./load-demo.ts');
        console.log(`the catalogue has ${await addDemo(deps)} demo products`);
        return 0;
      }),
    );
  demo
    .command('activity')
    .description('fill the last 30 days of a demo with invented searches, clicks and sales')
    .action(() => withActivity(fill));
  demo
    .command('remove')
    .description(
      'remove the demo products and merchants, and the activity with all that it caused; `serve --demo` does not add them again',
    )
    .action(() =>
      withDeps(async (deps) => {
        const { removeDemo } = await import('./load-demo.ts');
        const { removeActivity } = await import('./activity/remove-activity.ts');
        const hadActivity = await underActivityLease(deps, (lease) => removeActivity(deps, lease));
        const removed = `removed ${await removeDemo(deps)} demo products`;
        console.log(hadActivity ? `${removed} and the activity of the demo` : removed);
        return 0;
      }),
    );
}

async function fill(deps: ActivityDeps): Promise<number> {
  const { fillActivity, whyNot } = await import('./activity/fill-activity.ts');
  const reason = await whyNot(deps.store);
  if (reason) return refuse(reason);
  const visits = await underActivityLease(deps, (lease) => fillActivity(deps, { lease, isStopped: () => false }));
  if (visits === null) return refuse('a webhook was added meanwhile, so the fill is not complete');
  console.log(
    visits === 0 ? 'the demo has the activity of the last 30 days' : `added the ${visits} visits of the last 30 days`,
  );
  return 0;
}

function refuse(reason: string): number {
  console.error(`finderfee: the demo was not filled with activity: ${reason}`);
  return 1;
}

const LEASE_TTL_MS = 15_000;

async function underActivityLease<T>(
  { store }: { store: Pick<ConfigStore, 'acquireLease' | 'releaseLease'> },
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const { ACTIVITY_LEASE } = await import('./activity/activity-mark.ts');
  const holder = createInstanceId();
  const onFault = (error: unknown) => console.error(String(error));
  const options = { store, clock: systemClock, names: [ACTIVITY_LEASE], holder, ttl_ms: LEASE_TTL_MS, onFault };
  return underLease(new LeaseKeeper(options), ACTIVITY_LEASE, work);
}
