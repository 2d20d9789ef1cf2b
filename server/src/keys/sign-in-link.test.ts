// The link that signs in to the console of a demo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/support/test-app.ts';
import { readConfig } from '../config.ts';
import { buildApp } from '../http/app.ts';
import { createLog } from '../log.ts';
import { SignInLink } from './sign-in-link.ts';

test('the link signs in once, from this machine only, within ten minutes', async () => {
  const service = await startTestApp();
  try {
    const { deps, keyRing, clock } = service;
    const open = async () => {
      const signInLink = new SignInLink(clock);
      keyRing.addLinkHolder(signInLink.key_digest);
      await keyRing.refresh();
      const app = await buildApp({ config: readConfig({}), deps, keyRing, log: createLog('silent'), signInLink });
      const attempt = async (options: { remoteAddress?: string; headers?: Record<string, string> } = {}) => {
        const payload = { key: signInLink.secret };
        const answer = await app.inject({ method: 'POST', url: '/console/session', payload, ...options });
        return answer.statusCode === 201 ? (answer.json() as { scopes: string[] }).scopes : answer.statusCode;
      };
      return { app, attempt, signInLink };
    };
    const first = await open();
    assert.equal(await first.attempt({ remoteAddress: '10.0.0.9' }), 403);
    assert.equal(await first.attempt({ headers: { 'x-forwarded-for': '10.0.0.9' } }), 403, 'behind a proxy');
    const scopes = await first.attempt({ remoteAddress: '::ffff:127.0.0.1' });
    assert.deepEqual(scopes, ['discovery', 'act', 'catalogue', 'conversions', 'operate', 'admin']);
    assert.equal(await first.attempt(), 403, 'a second time');
    const asKey = await first.app.inject({ url: '/v1/webhooks', headers: { 'x-api-key': first.signInLink.secret } });
    assert.equal(asKey.statusCode, 403, 'the secret is not a key');
    const second = await open();
    clock.advance(10 * 60_000);
    assert.equal(await second.attempt(), 403, 'too late');
    await first.app.close();
    await second.app.close();
  } finally {
    await service.stop();
  }
});
