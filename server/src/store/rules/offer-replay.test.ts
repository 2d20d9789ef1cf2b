import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { offerWrite } from '../../../../test/support/stored-facts.ts';
import {
  findReplays,
  hasPosition,
  isRegisteredAtOnce,
  nextPosition,
  offerContent,
  registerOffers,
} from './offer-replay.ts';

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

test('a request adds its new offers and answers replays with the first of their kind', () => {
  const [stored, added] = [offer, offerWrite({ click_id: 'k2' })];
  const known = { id: 7, message_id: 'm7', content: offerContent(stored) };
  const add = () => ({ id: 8, message_id: null, is_replay: false });
  assert.deepEqual(registerOffers([stored, added, added], [known, undefined, undefined], add), {
    answers: [
      { id: 7, message_id: 'm7', is_replay: true },
      { id: 8, message_id: null, is_replay: false },
      { id: 8, message_id: null, is_replay: true },
    ],
  });
});

test('a request with a conflict adds no offer', () => {
  const add = () => assert.fail('an offer was added');
  const offers = [offer, offerWrite({ click_id: 'k2' }), offerWrite({ click_id: 'k2', name: 'Teapot' })];
  assert.deepEqual(registerOffers(offers, [undefined, undefined, undefined], add), { conflict: 2 });
});

test('the content of an offer has the name and value of its product', () => {
  const { name, value } = offerContent({ ...offer, product: '{"name":"Cup","value":2,"colour":"red"}' });
  assert.deepEqual([name, value, offerContent(offer).value], ['Cup', 2, null]);
});

test('carousel offers are numbered from 0; others have no position', () => {
  assert.deepEqual([hasPosition({ format: 'carousel' }), hasPosition({ format: 'single' })], [true, false]);
  assert.deepEqual([nextPosition(null), nextPosition(0), nextPosition(4)], [0, 1, 5]);
});

test('an acknowledged offer is registered later', () => {
  assert.deepEqual([isRegisteredAtOnce({ message_id: null }), isRegisteredAtOnce({ message_id: 'm' })], [true, false]);
});
