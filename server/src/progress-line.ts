// Shows progress on stderr: a bar on a terminal, a line every few seconds elsewhere.

const BAR_MS = 200;
const LINE_MS = 5000;
const BAR_CHARS = 24;
const CLEAR_LINE = '\r\x1b[K';

/** Returns a function that stops it. */
export function showProgressLine(describe: (withBar: boolean) => string): () => void {
  const isLive = takesControlCharacters(process.stderr, process.env);
  const show = () => {
    const line = describe(isLive);
    // A wrapped line could not be cleared.
    process.stderr.write(isLive ? CLEAR_LINE + line.slice(0, (process.stderr.columns || 80) - 1) : `${line}\n`);
  };
  const timer = setInterval(show, isLive ? BAR_MS : LINE_MS);
  return () => {
    clearInterval(timer);
    if (isLive) process.stderr.write(CLEAR_LINE);
  };
}

export const takesControlCharacters = ({ isTTY }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean =>
  isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

interface Progress {
  name: string;
  /** The completed fraction, if known. */
  share: number | undefined;
  facts: string[];
  elapsed_ms: number;
  withBar: boolean;
}

export function progressLine({ name, share, facts, elapsed_ms, withBar }: Progress): string {
  if (share === undefined) return [name, ...facts].join('  ');
  // Never 100 %: while a phase is shown, it is not finished.
  const percent = `${Math.min(99, Math.floor(share * 100))} %`;
  const bar = '█'.repeat(Math.round(share * BAR_CHARS)).padEnd(BAR_CHARS, '░');
  const left = share > 0 ? [`${time((elapsed_ms * (1 - share)) / share)} left`] : [];
  return [name, withBar ? `${bar} ${percent}` : percent, ...facts, ...left].join('  ');
}

function time(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
