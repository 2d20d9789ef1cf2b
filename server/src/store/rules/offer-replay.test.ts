import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { offerWrite } from '../../../../test/support/stored-facts.ts';
import { findReplays, hasPosition, isRegisteredAtOnce, nextPosition } from './offer-replay.ts';

const offer = offerWrite({ click_id: 'k1' });

test('an offer whose identity is not stored is new', () => {
  assert.deepEqual(findReplays([offer, offerWrite({ click_id: 'k2' })], [undefined, undefined]), { firsts: [0, 1] });
});

test('an offer with equal content is a replay, whatever its time, format and acknowledgement', () => {
  const again = offerWrite({ click_id: 'k1', click_at_ms: 99, format: 'carousel', message_id: 'm1', product: '{}' });
  assert.deepEqual(findReplays([again], [offer]), { firsts: [0] });
  assert.deepEqual(findReplays([offer, again, again], [undefined, undefined, undefined]), { firsts: [0, 0, 0] });
});

for (const change of [
  { program: 'silver' },
  { email_key: 'bob@example.com' },
  { name: 'Teapot' },
  { value: 3 },
  { direct_link: null },
  { detail_link: 'https://t.example/' },
])
  test(`an offer with another ${Object.keys(change)} is a conflict, with a stored offer and within a request`, () => {
    const other = offerWrite({ click_id: 'k1', ...change });
    assert.deepEqual(findReplays([other], [offer]), { conflict: 0 });
    assert.deepEqual(findReplays([offer, other], [undefined, undefined]), { conflict: 1 });
  });

test('the offer of an erased person conflicts with every later one', () => {
  assert.deepEqual(findReplays([offer], [{ ...offer, email_key: null }]), { conflict: 0 });
});

test('identities are equal only if all three ids are', () => {
  const id = fc.constantFrom('a', 'b', '","', '"');
  const identity = fc.record({ convo_id: id, presentation_id: id, click_id: id });
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      const offers = [one, other].map((each) => offerWrite(each));
      const isSame = Object.values(one).join('\n') === Object.values(other).join('\n');
      assert.deepEqual(findReplays(offers, [undefined, undefined]), { firsts: [0, isSame ? 0 : 1] });
    }),
  );
});

test('carousel offers are numbered from 0; others have no position', () => {
  assert.deepEqual([hasPosition({ format: 'carousel' }), hasPosition({ format: 'single' })], [true, false]);
  assert.deepEqual([nextPosition(null), nextPosition(0), nextPosition(4)], [0, 1, 5]);
});

test('an acknowledged offer is registered later', () => {
  assert.deepEqual([isRegisteredAtOnce({ message_id: null }), isRegisteredAtOnce({ message_id: 'm' })], [true, false]);
});
