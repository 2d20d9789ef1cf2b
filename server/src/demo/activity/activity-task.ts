// Fills the demo of a server once, in the background.
import { type Lease, type LeaseKeeper, underLease } from '../../lease-keeper.ts';
import type { Notices } from '../../log.ts';
import { ACTIVITY_LEASE } from './activity-mark.ts';
import { type ActivityDeps, fillActivity, isActivityDue } from './fill-activity.ts';

export interface ActivityOptions {
  keepLeases: (names: readonly string[]) => LeaseKeeper;
  /** Resolves when the demo can be searched. */
  catchUp: () => Promise<void>;
  log: Notices | undefined;
  onFault: (error: unknown) => void;
}

/** Decided before the first request can make facts. */
export const createActivityTasks = async (deps: ActivityDeps, options: ActivityOptions): Promise<ActivityTask[]> =>
  (await isActivityDue(deps.store)) ? [new ActivityTask({ ...deps, model: null }, options)] : [];

class ActivityTask {
  readonly #deps: ActivityDeps;
  readonly #options: ActivityOptions;
  readonly #stopped = Promise.withResolvers<void>();
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(deps: ActivityDeps, options: ActivityOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    const { onFault } = this.#options;
    this.#running = this.#run().catch((cause) =>
      onFault(new Error('filling the demo with activity failed', { cause })),
    );
  }

  /** Resolves after the visits in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { keepLeases, catchUp, log } = this.#options;
    await Promise.race([catchUp(), this.#stopped.promise]);
    const isStopped = () => this.#isStopped;
    const fill = (lease: Lease) => fillActivity(this.#deps, { lease, isStopped });
    const visits = await underLease(keepLeases([ACTIVITY_LEASE]), ACTIVITY_LEASE, fill, isStopped);
    if (visits) log?.info({ visits }, 'filled the demo with the activity of the last 30 days');
  }
}
