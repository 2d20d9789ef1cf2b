import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite } from '../../../../test/support/stored-facts.ts';
import { clickEvent, offerEvent, signupEvent, turnEvent } from './trace-events.ts';

test('an event names its fact, its time and its conversation, and never the email', () => {
  const at = { convo_id: 'c1', at_ms: 9 };
  const common = { program: 'gold', email: 'ann@example.com', convo_id: 'c1', now_ms: 9 };
  const ids = { presentation_id: 'p1', click_id: 'k1' };
  assert.deepEqual(clickEvent({ ...common, ...ids, click_at_ms: 1 }, 7), {
    ...{ ...at, kind: 'click', id: '7' },
    data: { program: 'gold', ...ids },
  });
  assert.deepEqual(offerEvent(offerWrite(ids), 3, 9), {
    ...{ ...at, kind: 'offer', id: '3' },
    data: { id: 3, ...ids, format: 'single' },
  });
  assert.deepEqual(offerEvent(offerWrite({ ...ids, message_id: 'm1' }), 3, 9).data.message_id, 'm1');
  assert.deepEqual(signupEvent({ ...common, message_id: 'm2', data: '{"external_id":"x"}', may_replace: true }), {
    ...{ ...at, kind: 'signup', id: 'm2' },
    data: { program: 'gold', message_id: 'm2' },
  });
  assert.deepEqual(
    turnEvent({ convo_id: 'c1', message_id: 'm3', state: '{}', data: { said: 'hi' }, version: 0, now_ms: 9 }),
    {
      ...{ ...at, kind: 'chat', id: 'm3' },
      data: { said: 'hi' },
    },
  );
});
