import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaultLog } from './fault-log.ts';

test('a fault that repeats is logged once a minute, with the number of repetitions; another fault is logged at once', () => {
  const lines: [message: string, repeated: number | undefined][] = [];
  let now_ms = 0;
  const onFault = createFaultLog(
    { error: ({ err, repeated }: { err: Error; repeated?: number }) => void lines.push([err.message, repeated]) },
    () => now_ms,
  );
  const fault = (cause: string) => new Error('unavailable', { cause: new Error(cause) });
  for (; now_ms <= 60_000; now_ms += 1000) onFault(fault('refused'));
  assert.deepEqual(lines, [
    ['unavailable', undefined],
    ['unavailable', 59],
  ]);
  onFault(fault('timeout'));
  assert.equal(lines.length, 3);
});
