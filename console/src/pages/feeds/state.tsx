// How a feed is doing, and how a run went.
import type { Feed, FeedRun, ListedFeed } from '@finderfee/client';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { number, share } from '../../ui/format.ts';

export const STATES = {
  running: ['running', 'info'],
  paused: ['paused', 'plain'],
  failing: ['failing', 'bad'],
  stopped: ['stopped', 'warn'],
  waiting: ['not run yet', 'info'],
  warned: ['with problems', 'warn'],
  healthy: ['healthy', 'good'],
} as const satisfies Record<string, readonly [string, Tone]>;
export type FeedState = keyof typeof STATES;

/** What of it needs the operator comes first. */
export function stateOf({ is_paused, failures, last_run: run }: ListedFeed): FeedState {
  if (run?.state === 'running') return 'running';
  if (is_paused) return 'paused';
  if (failures > 0) return run?.state === 'stopped' ? 'stopped' : 'failing';
  if (!run) return 'waiting';
  return problemsOf(run).length > 0 ? 'warned' : 'healthy';
}

/** What a run has left out, in a few words each. */
export function problemsOf({ rejected, warnings }: FeedRun): string[] {
  const unsellable = Object.values(warnings).reduce((sum, count) => sum + count, 0);
  return [
    ...(rejected > 0 ? [`${number(rejected)} ${rejected === 1 ? 'row' : 'rows'} rejected`] : []),
    ...(unsellable > 0 ? [`${number(unsellable)} ${unsellable === 1 ? 'warning' : 'warnings'}`] : []),
  ];
}

export function FeedStateChip({ of: feed }: { of: ListedFeed }) {
  const [text, tone] = STATES[stateOf(feed)];
  return <Chip tone={tone}>{text}</Chip>;
}

const TONES: Record<FeedRun['state'], Tone> = {
  running: 'info',
  done: 'good',
  unchanged: 'plain',
  stopped: 'warn',
  failed: 'bad',
};

/** Its state; while it is running, how far it is. */
export function RunState({ of: run }: { of: FeedRun }) {
  return (
    <>
      <Chip tone={TONES[run.state]}>{run.state}</Chip>
      {run.progress && (
        <p class="hint">
          {run.progress.phase}
          {run.progress.share !== null && (
            <>
              {' '}
              {share(run.progress.share)}
              <progress aria-label={run.progress.phase} value={run.progress.share} />
            </>
          )}
        </p>
      )}
    </>
  );
}

const UNITS: Record<string, string> = { min: 'minute', h: 'hour', d: 'day' };

/** `6h` as `every 6 hours`. */
export function describeInterval(every: string): string {
  const [, count = '', unit = ''] = /^(\d+)(\D+)$/.exec(every) ?? [];
  const name = UNITS[unit];
  if (name === undefined) return `every ${every}`;
  return count === '1' ? `every ${name}` : `every ${number(Number(count))} ${name}s`;
}

export const MODES: Record<Feed['mode'], string> = {
  full: 'Full: missing products are deleted',
  delta: 'Delta: missing products stay',
};
