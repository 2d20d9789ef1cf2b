// Settings: where they come from, what `finderfee config` shows, and the documents that are generated from the schema.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingsFiles } from '../scripts/settings-files.ts';
import { readConfig } from '../server/src/config.ts';
import { effectiveSettings } from '../server/src/effective-settings.ts';
import { SETTING_GROUPS, Settings } from '../server/src/settings.ts';
import { runCommand } from './support/server-process.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const folder = temporaryFolder();
const fileWith = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const readPage = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

test('.env.example and the tables in docs/ are those of the schema', () => {
  for (const [path, current] of Object.entries(settingsFiles(readPage)))
    assert.equal(readPage(path), current, 'run `npm run settings`');
});

test('every setting is in one group and has a description', () => {
  const grouped = Object.values(SETTING_GROUPS).flatMap(({ settings }) => Object.keys(settings));
  assert.deepEqual(grouped.sort(), Object.keys(Settings.shape).sort());
  for (const [name, schema] of Object.entries(Settings.shape)) assert.ok(schema.description, name);
});

test('a page without the table of a group, or with a table twice, is refused', () => {
  const without = (path: string) => readPage(path).replace('<!-- settings: feeds -->', '');
  assert.throws(() => settingsFiles(without), /no page has a table of the settings feeds/);
  const twice = (path: string) => readPage(path).replace('settings: feeds', 'settings: search');
  assert.throws(() => settingsFiles(twice), /no further group of settings named search/);
});

test('a default is read like the same text in the environment', () => {
  const written = effectiveSettings({}, {}).filter(({ name, value }) => value && !name.startsWith('OPENSEARCH_'));
  const env = Object.fromEntries(written.map(({ name, value }) => [name, value!]));
  assert.deepEqual(readConfig(env), readConfig({}));
});

test('every secret can be in a file, without its last line break', () => {
  const secrets = {
    API_KEYS: 'first,second',
    CHAT_API_KEY: 'key-of-the-model',
    DATABASE_URL: 'postgres://ann:pw@db.example/shop',
    JWT_SECRET: `${'s'.repeat(31)}\n`,
    OPENSEARCH_API_KEY: 'key-of-the-cluster',
    OPENSEARCH_URL: 'https://search.example:9200',
  };
  const others = { CHAT_BASE_URL: 'https://model.example/v1', CHAT_MODEL: 'small' };
  const files = Object.fromEntries(
    Object.entries(secrets).map(([name, text], i) => [`${name}_FILE`, fileWith(name, text + (i % 2 ? '\n' : '\r\n'))]),
  );
  assert.deepEqual(readConfig({ ...others, ...files }), readConfig({ ...others, ...secrets }));
  const secretNames = Object.entries(Settings.shape).filter(([, schema]) => schema.meta()?.secret);
  assert.deepEqual(Object.keys(secrets), secretNames.map(([name]) => name).sort());
});

test('files that cannot be used are reported together with other faults, without their contents', () => {
  const env = {
    PORT: 'x',
    API_KEYS: 'k1',
    API_KEYS_FILE: fileWith('keys', 'k2\n'),
    DATABASE_URL_FILE: fileWith('empty', ' \t\n\n'),
    JWT_SECRET_FILE: fileWith('short', 'c4n4ry'),
    JWT_ISSUER: 'https://login.example',
    OPENSEARCH_URL_FILE: join(folder, 'missing'),
    OPENSEARCH_CA: '/nowhere.pem',
    OPENSEARCH_API_KEY_FILE: folder,
  };
  assert.throws(
    () => readConfig(env),
    ({ message }: Error) => {
      const [first, ...faults] = message.split('\n').map((line) => line.trim());
      assert.equal(first, 'invalid configuration:');
      assert.deepEqual(faults.sort(), [
        'API_KEYS and API_KEYS_FILE cannot both be set',
        `DATABASE_URL_FILE must not be an empty file: ${env.DATABASE_URL_FILE}`,
        `JWT_SECRET in ${env.JWT_SECRET_FILE} must be at least 32 bytes long`,
        'OPENSEARCH_API_KEY_FILE cannot be read: EISDIR: illegal operation on a directory, read',
        "OPENSEARCH_CA must be the path of a PEM file with certificates: ENOENT: no such file or directory, open '/nowhere.pem'",
        `OPENSEARCH_URL_FILE cannot be read: ENOENT: no such file or directory, open '${env.OPENSEARCH_URL_FILE}'`,
        'PORT must be a whole number from 0 to 65535',
      ]);
      return true;
    },
  );
});

test('an empty variable counts as unset beside a file', () => {
  const API_KEYS_FILE = fileWith('one-key', 'k1');
  assert.deepEqual(readConfig({ API_KEYS: '', API_KEYS_FILE }).API_KEYS, ['k1']);
  assert.deepEqual(readConfig({ API_KEYS: 'k2', API_KEYS_FILE: '' }).API_KEYS, ['k2']);
});

test('finderfee config shows values and sources without secrets, also if the database is down', async () => {
  const canary = 'c4n4ry';
  const secretParameters = ['api_key', 'api-key', 'apikey', 'key', 'sig', 'pass', 'code'];
  const env = {
    DATABASE_URL: `postgres://ann:p,${canary}%40@127.0.0.1:1/down?sslmode=disable&password=${canary}`,
    OPENSEARCH_URL_FILE: fileWith('nodes', `http://bob:${canary}@127.0.0.1:1,http://bob:${canary}@127.0.0.1:2\n`),
    CHAT_BASE_URL: `https://model.example/v1?${secretParameters.map((name) => `${name}=${canary}`).join('&')}&version=1`,
    CHAT_MODEL: 'small',
    API_KEYS: canary,
    JWT_SECRET_FILE: fileWith('secret', canary.repeat(6)),
    PORT: '9000',
  };
  const dataDir = join(folder, 'not-an-installation');
  const { code, stdout, stderr } = await runCommand(['config', '--json', '--data-dir', dataDir], env);
  assert.deepEqual([code, stderr], [0, '']);
  const all = JSON.parse(stdout) as { name: string; value: string | null; source: string }[];
  const shown = Object.fromEntries(all.map(({ name, value, source }) => [name, [value, source]]));
  assert.deepEqual(Object.keys(shown), Object.keys(Settings.shape));
  assert.deepEqual(shown.DATABASE_URL, [
    'postgres://ann:********@127.0.0.1:1/down?sslmode=disable&password=********',
    'environment',
  ]);
  assert.deepEqual(shown.OPENSEARCH_URL, [
    'http://bob:********@127.0.0.1:1/,http://bob:********@127.0.0.1:2/',
    `file ${env.OPENSEARCH_URL_FILE}`,
  ]);
  const masked = secretParameters.map((name) => `${name}=********`).join('&');
  assert.deepEqual(shown.CHAT_BASE_URL, [`https://model.example/v1?${masked}&version=1`, 'environment']);
  assert.deepEqual(shown.API_KEYS, ['********', 'environment']);
  assert.deepEqual(shown.JWT_SECRET, ['********', `file ${env.JWT_SECRET_FILE}`]);
  assert.deepEqual(shown.PORT, ['9000', 'environment']);
  assert.deepEqual(shown.HOST, ['127.0.0.1', 'default']);
  assert.deepEqual(shown.SPOOL_DIR, [null, 'default']);
  assert.deepEqual(shown.DATA_DIR, [dataDir, 'option']);
  const table = (await runCommand(['config'], env)).stdout;
  assert.match(table, /^PORT +9000 +environment$/m);
  assert.match(table, /^SEARCH_THREADS +number of cores, at most 8 +default$/m);
  assert.ok(![stdout, table].some((text) => text.includes(canary)));
});

test('a user without a password is masked in a web address, where it may be a token, and shown for a database', () => {
  const env = { JWT_JWKS_URL: 'https://c4n4ry@login.example/keys', DATABASE_URL: 'postgres://ann@db.example/shop' };
  const shown = effectiveSettings(env, {}).filter(({ source }) => source === 'environment');
  assert.deepEqual(Object.fromEntries(shown.map(({ name, value }) => [name, value])), {
    JWT_JWKS_URL: 'https://********@login.example/keys',
    DATABASE_URL: env.DATABASE_URL,
  });
});

test('finderfee config lists invalid settings and exits with 2', async () => {
  const { code, stdout, stderr } = await runCommand(['config'], { PORT: 'x', LOG_LEVEL: 'loud' });
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^finderfee: invalid configuration:\n {2}PORT must.*\n {2}LOG_LEVEL must.*\n$/);
});
