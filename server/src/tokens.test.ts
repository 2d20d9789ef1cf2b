import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { Tokens } from './tokens.ts';

test('a token carries an HMAC-SHA-256 of what it says', () => {
  const secret = randomBytes(32);
  const sealed = Buffer.from(new Tokens(secret).seal('merchants', Buffer.from('page 2')), 'base64url');
  const mac = createHmac('sha256', secret).update(sealed.subarray(0, -16)).digest().subarray(0, 16);
  assert.deepEqual(sealed.subarray(-16), mac);
});

test('a token of another secret, or of another kind, does not open', () => {
  const tokens = new Tokens(randomBytes(32));
  const place = { session: randomBytes(16).toString('base64url'), place: 7, expires_at_ms: 1_800_000_000_000 };
  const slug = tokens.sealPlace('slug', place);
  assert.deepEqual(tokens.openPlace('slug', slug), place);
  assert.equal(tokens.openPlace('cursor', slug), undefined);
  assert.equal(new Tokens(randomBytes(32)).openPlace('slug', slug), undefined);
});

test('of a place nothing can be changed, and its neighbour cannot be made from it', () => {
  const tokens = new Tokens(randomBytes(32));
  const session = { session: randomBytes(16).toString('base64url'), expires_at_ms: 1_800_000_000_000 };
  const places = [0, 1, 31, 32, 33, 999, 2 ** 32 - 1];
  const slugs = tokens.sealPlaces('slug', session, places);
  assert.deepEqual(
    slugs.map((slug) => tokens.openPlace('slug', slug)),
    places.map((place) => ({ ...session, place })),
  );
  for (const slug of slugs) {
    const bytes = Buffer.from(slug, 'base64url');
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.equal(tokens.openPlace('slug', changed.toString('base64url')), undefined);
    }
  }
});

const KINDS = ['cursor', 'slug', 'session', 'merchants'] as const;

test('a token of one kind is never accepted as another', () => {
  const tokens = new Tokens(randomBytes(32));
  const place = { session: randomBytes(16).toString('base64url'), place: 7, expires_at_ms: 1_800_000_000_000 };
  for (const sealed of KINDS) {
    for (const asked of KINDS) {
      const payload = tokens.open(asked, tokens.seal(sealed, Buffer.from('page 2')));
      assert.equal(payload?.toString(), sealed === asked ? 'page 2' : undefined, `${sealed} as ${asked}`);
      const opened = tokens.openPlace(asked, tokens.sealPlace(sealed, place));
      assert.deepEqual(opened, sealed === asked ? place : undefined, `${sealed} as ${asked}`);
      assert.equal(tokens.open(asked, tokens.sealPlace(sealed, place)), undefined, 'a place is not a text');
      // As long as a place: the kind, a session, a place and its end.
      assert.equal(tokens.openPlace(asked, tokens.seal(sealed, Buffer.alloc(26))), undefined, 'nor a text a place');
    }
  }
});

test('whatever is sealed is opened as it was, and not after a change, with more, with less, or in another spelling', () => {
  const tokens = new Tokens(randomBytes(32));
  const kind = fc.constantFrom(...KINDS);
  const change = fc.record({ at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) });
  fc.assert(
    fc.property(kind, fc.uint8Array({ maxLength: 80 }), change, (kind, payload, { at, bit }) => {
      const text = tokens.seal(kind, Buffer.from(payload));
      assert.deepEqual(tokens.open(kind, text), Buffer.from(payload));
      const bytes = Buffer.from(text, 'base64url');
      bytes[at % bytes.length]! ^= 1 << bit;
      for (const other of [bytes.toString('base64url'), `${text}=`, `${text} `, `${text}AA`, text.slice(0, -1), ''])
        assert.equal(tokens.open(kind, other), undefined);
    }),
  );
});

test('any places of a session are sealed together as they are one by one', () => {
  const tokens = new Tokens(randomBytes(32));
  const session = { session: randomBytes(16).toString('base64url'), expires_at_ms: 2 ** 48 - 1 };
  const places = fc.array(fc.oneof(fc.nat({ max: 70 }), fc.nat({ max: 2 ** 32 - 1 })), { maxLength: 40 });
  fc.assert(
    fc.property(places, (places) => {
      const slugs = tokens.sealPlaces('slug', session, places);
      assert.deepEqual(
        slugs,
        places.map((place) => tokens.sealPlace('slug', { ...session, place })),
      );
      assert.deepEqual(
        slugs.map((slug) => tokens.openPlace('slug', slug)),
        places.map((place) => ({ ...session, place })),
      );
    }),
  );
});

test('a place is opened in its one spelling and length only', () => {
  const tokens = new Tokens(randomBytes(32));
  const slug = tokens.sealPlace('slug', { session: randomBytes(16).toString('base64url'), place: 0, expires_at_ms: 1 });
  for (const other of [`${slug}=`, `${slug}\n`, `${slug}AA`, slug.slice(0, -2), slug.replace(/.$/, '='), ''])
    assert.equal(tokens.openPlace('slug', other), undefined, other);
});

test('tokens that are out in the world stay valid: their form does not change', () => {
  const tokens = new Tokens(Buffer.alloc(32, 7));
  const session = { session: Buffer.alloc(16, 9).toString('base64url'), expires_at_ms: 1_800_000_000_000 };
  assert.equal(tokens.seal('merchants', Buffer.from('page 2')), 'BHBhZ2UgMmkjkLcI3iLMnBeVvw8Vt94');
  assert.deepEqual(tokens.sealPlaces('slug', session, [0, 33]), [
    'AgkJCQkJCQkJCQkJCQkJCQkAAAAAAaMYXFAAzQvj8h97t8_xW43pJ41gAw',
    'AgkJCQkJCQkJCQkJCQkJCQkAAAAhAaMYXFAAk89ll7EjMwxxw4LkqDdrdg',
  ]);
});
