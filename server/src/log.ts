// Structured logs, one JSON object a line, on stderr: stdout is for what a person or a script waits for.
import pino, { type Logger } from 'pino';
import { maskSecrets } from './text/mask.ts';

export type Log = Logger;

export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: maskedError },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}

/** An error with its causes; messages may quote what a caller sent, so they are masked. */
function maskedError(error: Error): Record<string, unknown> {
  return {
    type: error.name,
    message: maskSecrets(String(error.message)),
    stack: maskSecrets(String(error.stack)),
    ...(error.cause === undefined ? {} : { cause: describeCause(error.cause) }),
  };
}

const describeCause = (cause: unknown) => (cause instanceof Error ? maskedError(cause) : maskSecrets(String(cause)));
