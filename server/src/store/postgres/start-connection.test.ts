import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { PostgresServer, serverUser } from '../../../../test/support/postgres-server.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { StartError } from '../../start-error.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { withStartConnection } from './start-connection.ts';

const CANARY = 'c4n4ry-p4ssw0rd';
const CERTIFICATES = `${import.meta.dirname}/../../../../test/support/tls`;

let server: PostgresServer;
before(async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  // The role postgres, which tests use, needs no password; ann needs one.
  writeFileSync(`${folder}/pg_hba.conf`, 'host all postgres all trust\nhost all all all scram-sha-256\n', {
    mode: 0o644,
  });
  for (const name of ['server.crt', 'server.key']) {
    copyFileSync(`${CERTIFICATES}/${name}`, `${folder}/${name}`);
    chmodSync(`${folder}/${name}`, 0o600);
    if (serverUser) chownSync(`${folder}/${name}`, serverUser.uid, serverUser.gid);
  }
  server = await PostgresServer.create(
    ...['ssl=on', `ssl_cert_file=${folder}/server.crt`, `ssl_key_file=${folder}/server.key`],
    `hba_file=${folder}/pg_hba.conf`,
  );
  await queryDatabase(server.url(), `CREATE ROLE ann LOGIN PASSWORD '${CANARY}'`);
});
after(() => server.stop());

function urlWith(change: {
  username?: string;
  password?: string;
  host?: string;
  params?: Record<string, string>;
}): string {
  const url = new URL(server.url());
  if (change.host) url.hostname = change.host;
  url.username = change.username ?? url.username;
  url.password = change.password ?? '';
  for (const [name, value] of Object.entries(change.params ?? {})) url.searchParams.set(name, value);
  return url.href;
}

const open = (url: string) =>
  withStartConnection({ url, prepare: true }, async (client) => {
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return rows[0].ssl as boolean;
  });

test('the right password opens the database', async () => {
  assert.equal(await open(urlWith({ username: 'ann', password: CANARY })), false);
});

test('a failed start says why in one line, without the password', async () => {
  const failures: [string, RegExp][] = [
    [urlWith({ username: 'ann', password: `${CANARY}x` }), /password authentication failed for user "ann"/],
    [`postgres://ann:${CANARY}@127.0.0.1:1/x`, /the PostgreSQL database x at 127\.0\.0\.1:1: connect ECONNREFUSED/],
    [`postgres://ann:${CANARY}@localhost:1/x`, /connect ECONNREFUSED/],
    [`postgres://ann:${CANARY}@host.invalid/x`, /host\.invalid/],
    [server.url('missing').replace('postgres@', `ann:${CANARY}@`), /database "missing" does not exist/],
    [urlWith({ username: 'ann', password: CANARY, params: { sslrootcert: '/missing.crt' } }), /missing\.crt/],
  ];
  for (const [url, expected] of failures) {
    for (const attempt of [() => open(url), () => openPostgresStore({ url, prepare: true, pool: 14, own: true })]) {
      await assert.rejects(attempt(), (error: Error) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, expected);
        assert.doesNotMatch(error.message, /\n/);
        assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error)}`, new RegExp(CANARY));
        return true;
      });
    }
  }
});

test('sslmode has the meaning of libpq', async () => {
  const ca = `${CERTIFICATES}/ca.crt`;
  const other = `${CERTIFICATES}/other-ca.crt`;
  const attempt = (host: string, params: Record<string, string>) =>
    open(urlWith({ username: 'ann', password: CANARY, host, params })).then(
      (isEncrypted) => (isEncrypted ? 'encrypted' : 'plain'),
      (error) => (error instanceof StartError ? 'refused' : String(error)),
    );
  // The certificate is for localhost.
  const expected: [host: string, params: Record<string, string>, outcome: string][] = [
    ['127.0.0.1', {}, 'plain'],
    ['127.0.0.1', { sslmode: 'disable' }, 'plain'],
    ['127.0.0.1', { sslmode: 'require' }, 'encrypted'],
    ['127.0.0.1', { sslmode: 'require', sslrootcert: other }, 'refused'],
    ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: ca }, 'encrypted'],
    ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: other }, 'refused'],
    ['127.0.0.1', { sslmode: 'verify-full', sslrootcert: ca }, 'refused'],
    ['localhost', { sslmode: 'verify-full', sslrootcert: ca }, 'encrypted'],
    ['localhost', { sslmode: 'verify-full' }, 'refused'],
  ];
  for (const [host, params, outcome] of expected)
    assert.equal(await attempt(host, params), outcome, `${host} ${JSON.stringify(params)}`);
});

test('every connection of the store is encrypted if sslmode requires it', async () => {
  const url = urlWith({ params: { sslmode: 'verify-ca', sslrootcert: `${CERTIFICATES}/ca.crt` } });
  const store = await openPostgresStore({ url, prepare: true, pool: 14, own: true });
  await store.listKeys({});
  const open = await queryDatabase(
    server.url(),
    `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'finderfee'`,
  );
  await store.close();
  assert.ok(open.length >= 5 && open.every(({ ssl }) => ssl));
});
