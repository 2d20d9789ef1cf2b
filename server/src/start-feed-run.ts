// Runs a feed in a process of its own, with less right to the processor than the service has.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { RunningFeed } from './catalogue/feed-scheduler.ts';
import type { Config } from './config.ts';
import type { FeedWish } from './store/catalogue-port.ts';

const CLI = `${import.meta.dirname}/cli.ts`;

export function startFeedRun(
  id: string,
  wish: FeedWish,
  config: Config,
  onFault: (error: unknown) => void,
): RunningFeed {
  const flags = wish === 'run' ? ['--json'] : ['--json', `--${wish}`];
  const child = spawn(process.execPath, [CLI, 'feeds', 'run', id, ...flags], {
    env: {
      ...process.env,
      DATA_DIR: config.DATA_DIR,
      FEED_PRIVATE_HOSTS: config.FEED_PRIVATE_HOSTS.join(','),
      FEED_MAX_MB: String(config.FEED_MAX_MB),
    },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      onFault(error);
      resolve();
    });
    // A run that fails says so in its record; one that was cut off from outside cannot.
    child.on('exit', (_code, signal) => {
      if (signal && signal !== 'SIGTERM') onFault(new Error(`the run of feed ${id} was ended by ${signal}`));
      resolve();
    });
  });
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it: it runs all the same.
  }
  return { ended, kill: () => child.kill('SIGTERM') };
}
