import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
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
