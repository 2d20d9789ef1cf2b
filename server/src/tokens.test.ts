import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { Tokens } from './tokens.ts';

test('a token contains an HMAC-SHA-256 of its content', () => {
  const secret = randomBytes(32);
  const sealed = Buffer.from(new Tokens(secret).seal('merchants', Buffer.from('page 2')), 'base64url');
  const mac = createHmac('sha256', secret).update(sealed.subarray(0, -16)).digest().subarray(0, 16);
  assert.deepEqual(sealed.subarray(-16), mac);
});

test('a token of another secret or kind is rejected', () => {
  const tokens = new Tokens(randomBytes(32));
  const position = { session: randomBytes(16).toString('base64url'), position: 7, expires_at_ms: 1_800_000_000_000 };
  const slug = tokens.sealPosition('slug', position);
  assert.deepEqual(tokens.openPosition('slug', slug), position);
  assert.equal(tokens.openPosition('cursor', slug), undefined);
  assert.equal(new Tokens(randomBytes(32)).openPosition('slug', slug), undefined);
});

test('changing any bit of a position token invalidates it', () => {
  const tokens = new Tokens(randomBytes(32));
  const session = { session: randomBytes(16).toString('base64url'), expires_at_ms: 1_800_000_000_000 };
  const positions = [0, 1, 31, 32, 33, 999, 2 ** 32 - 1];
  const slugs = tokens.sealPositions('slug', session, positions);
  assert.deepEqual(
    slugs.map((slug) => tokens.openPosition('slug', slug)),
    positions.map((position) => ({ ...session, position })),
  );
  for (const slug of slugs) {
    const bytes = Buffer.from(slug, 'base64url');
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.equal(tokens.openPosition('slug', changed.toString('base64url')), undefined);
    }
  }
});

const KINDS = ['cursor', 'slug', 'session', 'merchants'] as const;

test('a token of one kind is never accepted as another', () => {
  const tokens = new Tokens(randomBytes(32));
  const position = { session: randomBytes(16).toString('base64url'), position: 7, expires_at_ms: 1_800_000_000_000 };
  for (const sealed of KINDS) {
    for (const requested of KINDS) {
      const payload = tokens.open(requested, tokens.seal(sealed, Buffer.from('page 2')));
      assert.equal(payload?.toString(), sealed === requested ? 'page 2' : undefined, `${sealed} as ${requested}`);
      const opened = tokens.openPosition(requested, tokens.sealPosition(sealed, position));
      assert.deepEqual(opened, sealed === requested ? position : undefined, `${sealed} as ${requested}`);
      assert.equal(
        tokens.open(requested, tokens.sealPosition(sealed, position)),
        undefined,
        'a position is not a payload',
      );
      // As long as a position token.
      assert.equal(
        tokens.openPosition(requested, tokens.seal(sealed, Buffer.alloc(26))),
        undefined,
        'a payload is not a position',
      );
    }
  }
});

test('a sealed payload opens unchanged, and not after any change of the token', () => {
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

test('positions sealed together equal those sealed one by one', () => {
  const tokens = new Tokens(randomBytes(32));
  const session = { session: randomBytes(16).toString('base64url'), expires_at_ms: 2 ** 48 - 1 };
  const positions = fc.array(fc.oneof(fc.nat({ max: 70 }), fc.nat({ max: 2 ** 32 - 1 })), { maxLength: 40 });
  fc.assert(
    fc.property(positions, (positions) => {
      const slugs = tokens.sealPositions('slug', session, positions);
      assert.deepEqual(
        slugs,
        positions.map((position) => tokens.sealPosition('slug', { ...session, position })),
      );
      assert.deepEqual(
        slugs.map((slug) => tokens.openPosition('slug', slug)),
        positions.map((position) => ({ ...session, position })),
      );
    }),
  );
});

test('a position token is accepted only in its canonical form', () => {
  const tokens = new Tokens(randomBytes(32));
  const slug = tokens.sealPosition('slug', {
    session: randomBytes(16).toString('base64url'),
    position: 0,
    expires_at_ms: 1,
  });
  for (const other of [`${slug}=`, `${slug}\n`, `${slug}AA`, slug.slice(0, -2), slug.replace(/.$/, '='), ''])
    assert.equal(tokens.openPosition('slug', other), undefined, other);
});

test('the token format is stable, so that issued tokens stay valid', () => {
  const tokens = new Tokens(Buffer.alloc(32, 7));
  const session = { session: Buffer.alloc(16, 9).toString('base64url'), expires_at_ms: 1_800_000_000_000 };
  assert.equal(tokens.seal('merchants', Buffer.from('page 2')), 'BHBhZ2UgMmkjkLcI3iLMnBeVvw8Vt94');
  assert.deepEqual(tokens.sealPositions('slug', session, [0, 33]), [
    'AgkJCQkJCQkJCQkJCQkJCQkAAAAAAaMYXFAAzQvj8h97t8_xW43pJ41gAw',
    'AgkJCQkJCQkJCQkJCQkJCQkAAAAhAaMYXFAAk89ll7EjMwxxw4LkqDdrdg',
  ]);
});
