// Event streams that continue where a lost connection ended.
import { ConnectionError, TimeoutError } from './errors.ts';
import type { Operation, OperationInput } from './operation.ts';
import { backOffMs, retryDelayMs, sleep } from './retry.ts';
import type { ServerSentEvent } from './server-sent-events.ts';
import type { CallOptions, Transport } from './transport.ts';

interface ResumeOptions extends CallOptions {
  /** Continues after this event. */
  lastEventId?: string | undefined;
}

/** Attempts in a row without an event. They span about half a minute. */
const MAX_FAILURES = 10;

/**
 * Yields the events of an operation until the caller stops, and resumes after the last one by its id.
 * Without an id, only an idempotent operation is sent again. A live stream may end at any time, a reply may not.
 */
export async function* resumable<Input extends OperationInput>(
  transport: Transport,
  operation: Operation<Input, unknown>,
  input: Input,
  { lastEventId, maxRetries = MAX_FAILURES, ...call }: ResumeOptions,
  { isLive }: { isLive: boolean },
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let last = lastEventId;
  for (let failures = 0; ; failures++) {
    const headers = { ...call.headers, ...(last === undefined ? {} : { 'last-event-id': last }) };
    let delay_ms: number | undefined;
    try {
      for await (const event of transport.events(operation, input, { ...call, headers, maxRetries: 0 })) {
        last = event.id ?? last;
        failures = 0;
        yield event;
      }
      if (!isLive) throw new ConnectionError('The reply was cut off');
      failures = 0;
      delay_ms = backOffMs(0);
    } catch (error) {
      const isSafe = last !== undefined || operation.idempotent;
      if (isSafe && failures < maxRetries)
        delay_ms = error instanceof TimeoutError ? backOffMs(failures) : retryDelayMs(error, failures);
      if (delay_ms === undefined) throw error;
    }
    await sleep(delay_ms, call.signal);
  }
}
