// Runs a feed in a child process, which has lower priority than the service.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { removeAbandoned } from './catalogue/downloads.ts';
import type { RunEnd, RunningFeed } from './catalogue/feed-scheduler.ts';
import { type Config, fetchEnvironment } from './config.ts';
import { shortenUrl } from './fetching/download.ts';
import type { RunRequest } from './store/feed-store.ts';

const COMMAND = `${import.meta.dirname}/../bin/finderfee.mjs`;
/** An import needs about 200 MB, regardless of the file size. */
const MAX_HEAP_MB = 1024;
const KEPT_STDERR_CHARS = 4000;
const MAX_MESSAGE_CHARS = 300;

export function startFeedRun(id: string, request: RunRequest, config: Config): RunningFeed {
  const flags = request === 'run' ? ['--json'] : ['--json', `--${request}`];
  const args = [`--max-old-space-size=${MAX_HEAP_MB}`, COMMAND, 'feeds', 'run', id, ...flags];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      DATA_DIR: config.DATA_DIR,
      ...databaseSettings(config),
      DATABASE_PREPARE: String(config.DATABASE_PREPARE),
      FEED_PRIVATE_HOSTS: config.FEED_PRIVATE_HOSTS.join(','),
      FEED_MAX_MB: String(config.FEED_MAX_MB),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(-KEPT_STDERR_CHARS);
  });
  const ended = new Promise<RunEnd>((settle) => {
    child.on('error', ({ message }) => settle({ code: null, message, stderr: '' }));
    child.on('close', (code, signal) => {
      const stderr = withoutUrlSecrets(written.trim());
      const how = signal ? `its process was ended by ${signal}` : `its process ended with exit code ${code}`;
      settle({
        code,
        message: [how, reasonIn(stderr, signal)].filter(Boolean).join(': ').slice(0, MAX_MESSAGE_CHARS),
        stderr,
      });
    });
  });
  const cleaned = ended.finally(() => removeAbandoned(fetchEnvironment(config).folder));
  return { ended: cleaned, kill: () => child.kill('SIGTERM') };
}

/** A URL that is in a file stays out of the environment, which other processes can read. Empty variables count as unset. */
function databaseSettings({ DATABASE_URL }: Config) {
  const file = process.env.DATABASE_URL_FILE;
  if (DATABASE_URL && file) return { DATABASE_URL: '', DATABASE_URL_FILE: resolve(file) };
  return { DATABASE_URL: DATABASE_URL ?? '', DATABASE_URL_FILE: '' };
}

/**
 * The line with the reason: Node prints it before a stack trace, a command prints it last. The last line of a command
 * that a signal ended is its progress.
 */
const reasonIn = (stderr: string, signal: string | null): string =>
  /^(?:FATAL ERROR|\w*Error)\b.*/m.exec(stderr)?.[0] ?? (signal ? '' : stderr.split('\n').at(-1)!.trim());

/** Shortens URLs, which may contain a key. */
const withoutUrlSecrets = (text: string): string =>
  text.replace(/https?:\/\/[^\s'"<>]+/g, (url) => (URL.canParse(url) ? shortenUrl(url) : ''));
