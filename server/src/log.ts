// Logs on stderr: one JSON object per line, or short text on a terminal. Secrets are masked.
import pino, { type Logger } from 'pino';
import { terminalLine } from './terminal-line.ts';
import { maskSecrets } from './text/mask.ts';

export type Log = Logger;

/** The log methods that background tasks use. */
export type Notices = Pick<Log, 'info' | 'warn'>;

export function createLog(level: string, { isTerminal = false } = {}): Log {
  const stderr = pino.destination({ fd: 2, sync: true });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: maskedError },
    },
    isTerminal ? { write: (line) => void stderr.write(terminalLine(line)) } : stderr,
  );
}

/** An error with its causes. Messages may quote input, so they are masked. */
function maskedError(error: Error): Record<string, unknown> {
  return {
    type: error.name,
    message: maskSecrets(String(error.message)),
    stack: maskSecrets(String(error.stack)),
    ...(error.cause === undefined ? {} : { cause: describeCause(error.cause) }),
  };
}

const describeCause = (cause: unknown) => (cause instanceof Error ? maskedError(cause) : maskSecrets(String(cause)));
