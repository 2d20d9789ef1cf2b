// Authentication: keys, groups, scopes and bearer tokens.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { canRequireKey, DEFAULT_KEYLESS, type Endpoint, type Scope } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { click } from '@finderfee/contract/examples.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Caller, startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { AppError } from '../app-error.ts';
import { readConfig } from '../config.ts';
import { createKey } from '../keys/create-key.ts';
import { createBearerCheck } from './bearer.ts';

const SETS = '/v1/discovery/products/criteria-sets';
const REFUSED = { detail: 'Invalid API key' };

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

describe('the API key', () => {
  const storedKey = async (scopes: Scope[], expires_at_ms: number | null = null) => {
    const { key, record } = await createKey(service.deps, { name: 'test', scopes, expires_at_ms });
    await service.keyRing.refresh();
    return { key, id: record.id };
  };
  const statusWith = async (key: string, url = SETS) =>
    (await service.call('GET', url, undefined, { 'x-api-key': key })).status;

  test('a missing or empty key is not authenticated', async () => {
    const { status, json } = await service.call('GET', SETS, undefined, { 'x-api-key': '' });
    assert.deepEqual([status, json], [403, { detail: 'Not authenticated' }]);
    const without = await service.app.inject({ url: SETS });
    assert.deepEqual([without.statusCode, without.json()], [403, { detail: 'Not authenticated' }]);
  });

  test('an unknown key is invalid', async () => {
    const { status, json } = await service.call('GET', SETS, undefined, { 'x-api-key': 'nope' });
    assert.deepEqual([status, json], [403, REFUSED]);
  });

  test('a stored key is accepted only with the required scope', async () => {
    assert.equal(await statusWith((await storedKey(['discovery'])).key), 200);
    assert.equal(await statusWith((await storedKey(['catalogue'])).key), 403);
    assert.equal(await statusWith((await storedKey(['discovery'])).key, '/metrics'), 403);
    assert.equal(await statusWith((await storedKey(['operate'])).key, '/metrics'), 200);
  });

  test('the error names the scope that a key lacks', async () => {
    const { key } = await storedKey(['discovery']);
    const { status, json } = await service.call('GET', '/metrics', undefined, { 'x-api-key': key });
    assert.deepEqual([status, json], [403, { detail: "This key lacks the scope 'operate'" }]);
  });

  test('only /metrics accepts the key as a bearer token, with or without token checks', async () => {
    const { key } = await storedKey(['operate', 'discovery']);
    for (const settings of [{}, { JWT_SECRET: 's'.repeat(32) }]) {
      await service.withSettings(settings, async ({ app }) => {
        const ask = async (url: string, value: string, more = {}) => {
          const response = await app.inject({ url, headers: { authorization: `Bearer ${value}`, ...more } });
          return [response.statusCode, response.statusCode === 200 ? '' : response.json().detail];
        };
        assert.deepEqual(await ask('/metrics', key), [200, '']);
        assert.deepEqual(await ask('/metrics', key, { 'x-api-key': key }), [200, ''], 'both headers');
        assert.deepEqual(await ask('/metrics', 'nope'), [403, 'Invalid API key']);
        assert.deepEqual(await ask(SETS, key), [403, 'Not authenticated']);
      });
    }
  });

  test('the key of the /try page can only search and show products', async () => {
    service.keyRing.addPageKey('page-key');
    await service.keyRing.refresh();
    const open: string[] = [];
    for (const [name, entry] of Object.entries(endpoints) as [string, Endpoint][]) {
      const { method, path, group } = entry;
      if (!canRequireKey(entry) || (DEFAULT_KEYLESS as readonly string[]).includes(group)) continue;
      const url = path.replace(/\{\w+\}/g, 'x');
      const { status, json } = await service.call(method, url, undefined, { 'x-api-key': 'page-key' });
      if (status !== 403) open.push(name);
      else assert.deepEqual(json, REFUSED);
    }
    assert.deepEqual(open, ['searchProducts', 'getProduct', 'similarProducts']);
  });

  test('a revoked key is invalid', async () => {
    const { key, id } = await storedKey(['discovery']);
    await service.deps.store.revokeKey({ id, now_ms: service.clock.now_ms() });
    await service.keyRing.refresh();
    assert.equal(await statusWith(key), 403);
  });

  test('a key is invalid from the moment of its expiry', async () => {
    const { key } = await storedKey(['discovery'], service.clock.now_ms() + 1000);
    assert.equal(await statusWith(key), 200);
    service.clock.advance(1000);
    assert.equal(await statusWith(key), 403);
  });

  test('the store contains only the digest of a key', async () => {
    const { key } = await storedKey(['discovery']);
    const keys = await service.deps.store.listKeys({});
    assert.ok(
      !JSON.stringify(keys.map((record) => ({ ...record, digest: Buffer.from(record.digest).toString() }))).includes(
        key,
      ),
    );
    assert.match(key, /^ff_[A-Za-z0-9_-]{43}$/);
  });

  test('the key is checked before the body is parsed', async () => {
    assert.equal((await service.call('POST', SETS, '{"broken', { 'x-api-key': 'nope' })).status, 403);
    assert.equal((await service.call('POST', SETS, '{"broken')).status, 422);
  });

  test('health, docs and the OpenAPI document need no key', async () => {
    for (const url of ['/livez', '/readyz', '/version', '/docs/', '/openapi.json']) {
      assert.equal((await service.app.inject({ url })).statusCode, 200, url);
    }
  });
});

describe('KEYLESS', () => {
  const keyless = (other: Caller, method: string, url: string, body?: unknown) =>
    other.call(method, url, body, { 'x-api-key': '' }).then(({ status }) => status);

  test('by default offers, clicks, signups, chat and inventory pages need no key; spy and the session list do', () =>
    service.withSettings({}, async (other) => {
      assert.notEqual(await keyless(other, 'POST', '/offers/multi', []), 403);
      assert.notEqual(await keyless(other, 'POST', '/clickthrough/c1', click), 403);
      assert.notEqual(await keyless(other, 'POST', '/signup/c1', { program: 'gold', email: 'a@b' }), 403);
      assert.notEqual(await keyless(other, 'POST', '/chat/c1', { chat: 'hi' }), 403);
      assert.notEqual(await keyless(other, 'GET', '/inventory/ranking-sessions/c1/s1/pages/0'), 403);
      assert.equal(await keyless(other, 'GET', '/spy/c1'), 403);
      assert.equal(await keyless(other, 'GET', '/inventory/ranking-sessions'), 403);
      assert.equal(await keyless(other, 'GET', '/metrics'), 403);
    }));

  test('a group removed from KEYLESS accepts any valid key', () =>
    service.withSettings({ KEYLESS: 'clickthrough' }, async (other) => {
      assert.notEqual(await keyless(other, 'POST', '/clickthrough/c1', click), 403);
      assert.equal(await keyless(other, 'POST', '/offers/multi', []), 403);
      assert.notEqual((await other.call('POST', '/offers/multi', [])).status, 403);
    }));

  test('with an empty list every group requires a key', () =>
    service.withSettings({ KEYLESS: '' }, async (other) => {
      assert.equal(await keyless(other, 'POST', '/clickthrough/c1', click), 403);
    }));

  test('spy can be added', () =>
    service.withSettings({ KEYLESS: 'spy' }, async (other) => {
      assert.notEqual(await keyless(other, 'GET', '/spy/c1'), 403);
    }));
});

describe('bearer tokens', () => {
  const FUTURE = Math.floor(Date.now() / 1000) + 3600;
  const secret = 'a secret of at least thirty-two bytes';
  const env = { JWT_SECRET: secret, JWT_ISSUER: 'https://issuer.example', JWT_AUDIENCE: 'finderfee' };
  const sign = (claims: Record<string, unknown> = {}, key = secret, alg = 'HS256') =>
    new SignJWT({
      iss: env.JWT_ISSUER,
      aud: env.JWT_AUDIENCE,
      sub: 'u1',
      exp: FUTURE,
      ...claims,
    })
      .setProtectedHeader({ alg })
      .sign(new TextEncoder().encode(key));
  const statusWith = async (other: Caller, token: string, headers: Record<string, string> = {}) =>
    (await other.call('GET', SETS, undefined, { authorization: `Bearer ${token}`, ...headers })).status;

  test('without settings they are ignored', () =>
    service.withSettings({}, async (other) => assert.equal(await statusWith(other, 'rubbish'), 200)));

  test('a valid token is accepted with a key but does not replace it', () =>
    service.withSettings(env, async (other) => {
      assert.equal(await statusWith(other, await sign()), 200);
      assert.equal(await statusWith(other, await sign(), { 'x-api-key': '' }), 403);
    }));

  test('an invalid token is a 403, on keyless endpoints too', () =>
    service.withSettings(env, async (other) => {
      const past = Math.floor(Date.now() / 1000) - 60;
      const bad = [
        'rubbish',
        await sign({}, 'another secret of thirty-two bytes or more'),
        await sign({ exp: past }),
        await sign({ exp: undefined }),
        await sign({ sub: 7 }),
        await sign({ sub: ['u1'] }),
        await sign({ nbf: past + 3600 }),
        await sign({ iss: 'https://other.example' }),
        await sign({ aud: 'other' }),
        'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1MSJ9.',
      ];
      for (const token of bad) {
        assert.equal(await statusWith(other, token), 403, token);
        const offers = await other.call('POST', '/offers/multi', [], { authorization: `Bearer ${token}` });
        assert.deepEqual([offers.status, offers.json], [403, { detail: 'Invalid bearer token' }]);
      }
      assert.equal((await other.call('GET', SETS)).status, 200, 'no token at all is fine');
    }));

  test('a shared secret verifies only HMAC with SHA-2', async () => {
    const check = createBearerCheck(readConfig({ JWT_SECRET: secret.repeat(2) }));
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const token = await sign({}, secret.repeat(2), alg);
      assert.deepEqual(await check(`Bearer ${token}`), { sub: 'u1', iss: env.JWT_ISSUER }, alg);
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const token = await new SignJWT({ exp: FUTURE }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    await assert.rejects(check(`Bearer ${token}`), { code: 'invalid_token' });
  });

  test('public-key algorithms are pinned, regardless of the keys of the JWKS server', async (t) => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
    const accepted = {
      ...{ RS256: rsa, RS384: rsa, RS512: rsa, PS256: rsa, PS384: rsa, PS512: rsa },
      ...{ ES256: ec('P-256'), ES384: ec('P-384'), ES512: ec('P-521'), EdDSA: generateKeyPairSync('ed25519') },
    };
    const all = Object.entries({ ...accepted, Ed25519: generateKeyPairSync('ed25519') });
    const keys = await Promise.all(
      all.map(async ([alg, { publicKey }]) => ({ ...(await exportJWK(publicKey)), alg, kid: alg })),
    );
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const check = createBearerCheck(readConfig({ JWT_JWKS_URL: `http://127.0.0.1:${port}/jwks` }));
    for (const [alg, { privateKey }] of all) {
      const token = await new SignJWT({ sub: alg, exp: FUTURE }).setProtectedHeader({ alg, kid: alg }).sign(privateKey);
      const outcome = await check(`Bearer ${token}`).catch(({ code }: AppError) => code);
      assert.deepEqual(outcome, alg in accepted ? { sub: alg, iss: undefined } : 'invalid_token', alg);
    }
    const bySecret = await sign({}, JSON.stringify(keys[0]), 'HS256');
    await assert.rejects(check(`Bearer ${bySecret}`), { code: 'invalid_token' });
  });

  test('only the Bearer scheme carries a token', async () => {
    const check = createBearerCheck(readConfig({ JWT_SECRET: secret }));
    const token = await sign();
    for (const header of [undefined, '', 'Basic YTpi', token, `NotBearer ${token}`])
      assert.equal(await check(header), undefined, header);
    for (const header of [`Bearer ${token}`, `bearer   ${token}`])
      assert.equal((await check(header))?.sub, 'u1', header);
    for (const header of ['Bearer ', `Bearer ${token} ${token}`])
      await assert.rejects(check(header), { code: 'invalid_token' }, header);
    for (const claims of [{ iss: 7 }, { sub: null }, { exp: undefined }])
      await assert.rejects(check(`Bearer ${await sign(claims)}`), { code: 'invalid_token' }, JSON.stringify(claims));
    assert.deepEqual(await check(`Bearer ${await sign({ sub: undefined, iss: undefined })}`), {
      sub: undefined,
      iss: undefined,
    });
  });

  test('an unreachable JWT_JWKS_URL is a 503, not a 403', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k1' }] };
    const server = createServer((_request, response) => response.end(JSON.stringify(jwks))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const token = await new SignJWT({ sub: 'u1', exp: Math.floor(Date.now() / 1000) + 60 })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .sign(privateKey);
    await service.withSettings({ JWT_JWKS_URL: `http://127.0.0.1:${port}/jwks` }, async (other) => {
      assert.equal(await statusWith(other, token), 200);
      assert.equal(await statusWith(other, await sign()), 403, 'a shared-secret algorithm is not accepted');
    });
    server.close();
    await service.withSettings({ JWT_JWKS_URL: `http://127.0.0.1:${port}/jwks` }, async (other) => {
      const { status, headers } = await other.call('GET', SETS, undefined, { authorization: `Bearer ${token}` });
      assert.deepEqual([status, headers['retry-after']], [503, '5']);
    });
  });
});
