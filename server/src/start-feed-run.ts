// Runs a feed in a child process, which has lower priority than the service.
import { type StdioOptions, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { removeAbandoned } from './catalogue/downloads.ts';
import type { FileRun, RunningFileRun } from './catalogue/feed-files.ts';
import type { RunEnd, RunningFeed } from './catalogue/feed-scheduler.ts';
import { type Config, fetchEnvironment } from './config.ts';
import { shortenUrl } from './fetching/download.ts';
import type { RunRequest } from './store/feed-store.ts';

const COMMAND = `${import.meta.dirname}/../bin/finderfee.mjs`;
/** An import needs about 200 MB, regardless of the file size. */
const MAX_HEAP_MB = 1024;
const KEPT_STDERR_CHARS = 4000;
const MAX_MESSAGE_CHARS = 300;
const MAX_REPORT_CHARS = 1_000_000;

export function startFeedRun(id: string, request: RunRequest, config: Config): RunningFeed {
  const flags = request === 'run' ? [] : [`--${request}`];
  return spawnRun([id, ...flags], config, ['ignore', 'ignore', 'pipe']).running;
}

/** Imports a file with the settings of a feed, or predicts what a file or the feed's own URL would change. */
export function startFileRun(id: string, { path, name, force, dry_run }: FileRun, config: Config): RunningFileRun {
  const file = path === null ? [] : ['--file', path, `--file-name=${name}`];
  const args = [id, ...file, ...(force ? ['--force'] : []), ...(dry_run ? ['--dry-run'] : [])];
  const { child, running } = spawnRun(args, config, ['ignore', 'pipe', 'pipe', 'ipc']);
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(0, MAX_REPORT_CHARS);
  });
  const begun = new Promise<number | null>((settle) => {
    child.on('message', ({ run_id }: { run_id: number }) => settle(run_id));
    void running.ended.then(() => settle(null));
  });
  return { ...running, begun, output: () => output };
}

function spawnRun(args: string[], config: Config, stdio: StdioOptions) {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MAX_HEAP_MB}`, COMMAND, 'feeds', 'run', ...args, '--json'],
    {
      env: {
        ...process.env,
        DATA_DIR: config.DATA_DIR,
        ...databaseSettings(config),
        DATABASE_PREPARE: String(config.DATABASE_PREPARE),
        FEED_PRIVATE_HOSTS: config.FEED_PRIVATE_HOSTS.join(','),
        FEED_MAX_MB: String(config.FEED_MAX_MB),
      },
      stdio,
    },
  );
  let written = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(-KEPT_STDERR_CHARS);
  });
  const ended = new Promise<RunEnd>((settle) => {
    child.on('error', ({ message }) => settle({ code: null, message, reason: '', stderr: '' }));
    child.on('close', (code, signal) => {
      const stderr = withoutUrlSecrets(written.trim());
      const reason = reasonIn(stderr, signal).slice(0, MAX_MESSAGE_CHARS);
      const how = signal ? `its process was ended by ${signal}` : `its process ended with exit code ${code}`;
      const message = [how, reason].filter(Boolean).join(': ').slice(0, MAX_MESSAGE_CHARS);
      settle({ code, message, reason, stderr });
    });
  });
  const cleaned = ended.finally(() => removeAbandoned(fetchEnvironment(config).folder));
  return { child, running: { ended: cleaned, kill: () => child.kill('SIGTERM') } };
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
