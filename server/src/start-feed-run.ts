// Runs a feed in a process of its own, by the command, which leaves the processor to the service.
import { spawn } from 'node:child_process';
import type { RunningFeed } from './catalogue/feed-scheduler.ts';
import type { Config } from './config.ts';
import type { FeedWish } from './store/catalogue-port.ts';

const COMMAND = `${import.meta.dirname}/../bin/finderfee.mjs`;

export function startFeedRun(
  id: string,
  wish: FeedWish,
  config: Config,
  onFault: (error: unknown) => void,
): RunningFeed {
  const flags = wish === 'run' ? ['--json'] : ['--json', `--${wish}`];
  const child = spawn(process.execPath, [COMMAND, 'feeds', 'run', id, ...flags], {
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
  return { ended, kill: () => child.kill('SIGTERM') };
}
