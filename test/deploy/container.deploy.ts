// The image without a container: the Dockerfile's steps in a folder, then its command as an unprivileged user who can
// write only to the data volume and to a temporary folder.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { after, before, test } from 'node:test';
import { freePort } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { buildImage, type Image, placed, readDockerfile } from './dockerfile.ts';
import { objectsOf } from './kubernetes.ts';
import { ROOT, run } from './tools.ts';

const COMMIT = 'c'.repeat(40);
const isRoot = process.getuid?.() === 0;
const folder = temporaryFolder();
const temporary = `${folder}/tmp`;
let image: Image;
let user: { uid?: number; gid?: number } = {};
let port = 0;
let server: ChildProcess | undefined;

before(async () => {
  image = buildImage(folder, COMMIT);
  const [uid, gid] = image.user.split(':').map(Number);
  if (isRoot) user = { uid: uid!, gid: gid! };
  mkdirSync(temporary);
  if (isRoot) chownSync(temporary, uid!, gid!);
  chmodSync(folder, 0o755);
  // Root owns the tree, so that the service cannot write to it. Without root, the mode must do.
  if (!isRoot) run('chmod', ['-R', 'a-w', image.root]);
  chmodSync(placed(image, '/data'), 0o755);
  port = await freePort();
});

after(() => {
  server?.kill('SIGKILL');
  if (!isRoot) run('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** The environment of the container. Only paths and the port differ. */
function environment(): Record<string, string> {
  const env = Object.entries(image.env).map(([name, value]) => [name, placeAll(value)]);
  return { ...Object.fromEntries(env), PORT: String(port), TMPDIR: temporary };
}

const placeAll = (value: string) =>
  value
    .split(':')
    .map((path) => (path.startsWith('/tmp/') ? path.replace('/tmp', temporary) : placed(image, path)))
    .join(':');

const options = () => ({ ...user, cwd: placed(image, image.workdir), env: environment() });

function command(words: string[]): [string, string[]] {
  const [program, ...args] = words.map((word) => placed(image, word));
  assert.equal(program, 'node');
  return [`${image.root}/usr/local/bin/node`, args];
}

const isHealthy = () => spawnSync(...command(image.healthcheck), options()).status === 0;

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } },
  });
  // biome-ignore lint/suspicious/noExplicitAny: other tests check answers against the contract.
  return { status: response.status, body: (await response.json()) as any };
}

test('the image runs as an unprivileged user with a read-only file system, and stops on SIGTERM', async () => {
  assert.ok(Number(image.user.split(':')[0]) > 0);
  assert.deepEqual(image.cmd, ['serve']);
  assert.deepEqual(image.volumes, [image.env.DATA_DIR]);
  const started = `${folder}/started`;
  writeFileSync(started, '');
  server = spawn(...command([...image.entrypoint, ...image.cmd, '--demo']), { ...options(), stdio: 'pipe' });
  let output = '';
  for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk) => (output += chunk));
  const exited = once(server, 'exit');
  await until(async () => {
    assert.equal(server!.exitCode, null, output);
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;
  });
  assert.ok(isHealthy());

  const key = { 'x-api-key': readFileSync(`${placed(image, '/data')}/first-key.txt`, 'utf8').trim() };
  const found = await post('/v1/discovery/products/search', { query: 'running shoes', per_page: 1 }, key);
  assert.equal(found.status, 200);
  const { merchant_url, name } = found.body.items[0];
  const offer = await post('/offers/single', {
    product_click: {
      ...{ program: 'gold', email: 'ann@example.com', convo_id: 'c1', presentation_id: 'p1' },
      ...{ click_id: 'k1', click_datetime: '2026-11-15T12:00:00Z' },
    },
    product_info: { name, presentment_id: 'p1', value: 63, currency: 'USD', direct_link: merchant_url },
  });
  assert.equal(offer.status, 201, JSON.stringify(offer.body));
  const click = await fetch(
    `http://127.0.0.1:${port}/clickthrough/c1/p1?email=ann@example.com&program=gold&click_id=k2&click_datetime=2026-11-15T12:00:05Z`,
    { redirect: 'manual' },
  );
  assert.deepEqual([click.status, click.headers.get('location')], [302, merchant_url.replace('{click_id}', 'k2')]);
  const version = await (await fetch(`http://127.0.0.1:${port}/version`)).json();
  assert.deepEqual(version, { version: versionOf('server/package.json'), commit: COMMIT });

  backUp();
  server.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null], output);
  assert.ok(!isHealthy());
  assert.deepEqual(writtenSince(started), []);
});

/** Runs the script of the CronJob beside the server, with a folder of this test as its volume. */
function backUp(): void {
  const job = objectsOf('embedded').find(({ kind }) => kind === 'CronJob')!;
  const [script] = job.spec!.jobTemplate!.spec.template.spec.containers[0].args;
  const volume = `${temporary}/backups`;
  for (const name of ['killed.part', ...Array.from({ length: 14 }, (_, day) => `2020-01-${10 + day}T000000Z`)])
    mkdirSync(`${volume}/${name}`, { recursive: true });
  if (isRoot) run('chown', ['-R', `${user.uid}:${user.gid}`, volume]);
  runInShell(script!.replaceAll('/backups', volume));
  const [, ...kept] = readdirSync(volume);
  assert.equal(kept.length, 13);
  assert.deepEqual(readdirSync(volume)[0], '2020-01-11T000000Z');
  const restored = `${temporary}/restored`;
  runInShell(`DATA_DIR=${restored} finderfee restore ${volume}/${kept.at(-1)}`);
  assert.ok(readdirSync(restored).includes('ledger.db'));
}

function runInShell(script: string): string {
  const env = { ...environment(), PATH: `${environment().PATH}:/usr/bin:/bin` };
  const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], { ...options(), env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Files that the service has written outside its data and temporary folders. */
function writtenSince(file: string): string[] {
  const inside = run('find', [folder, '-newer', file, '-not', '-path', `${placed(image, '/data')}*`]);
  const shared = isRoot
    ? run('sh', ['-c', `find /tmp /var/tmp /dev/shm -user ${user.uid} -newer ${file} 2>/dev/null || true`])
    : '';
  return `${inside}${shared}`
    .split('\n')
    .filter((path) => path && !path.startsWith(temporary) && !path.startsWith(`${image.root}/data`));
}

const versionOf = (file: string) => JSON.parse(readFileSync(`${ROOT}/${file}`, 'utf8')).version as string;

test('operators can run the command by its name in the container', () => {
  const printed = runInShell('finderfee --version').trim();
  assert.equal(printed, `${versionOf('server/package.json')} (${COMMIT.slice(0, 7)})`);
});

test('the image has the whole package with its locked production dependencies only, and its label has the version of the package', () => {
  const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean }>;
  };
  const modules = placed(image, '/app');
  const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: modules }).filter(
    (file) => !file.startsWith('node_modules/finderfee/'),
  );
  assert.ok(installed.length > 20);
  for (const file of installed) {
    const locked = packages[file.replace(/\/package\.json$/, '')];
    const { version } = JSON.parse(readFileSync(`${modules}/${file}`, 'utf8'));
    assert.deepEqual([file, locked?.version, locked?.dev], [file, version, undefined]);
  }
  assert.ok(!lstatSync(`${modules}/node_modules/finderfee`).isSymbolicLink());
  // Parts that .dockerignore keeps from the build would be missing without an error.
  const { files } = JSON.parse(readFileSync(`${ROOT}/server/package.json`, 'utf8')) as { files: string[] };
  const packed = readdirSync(`${modules}/node_modules/finderfee`);
  assert.deepEqual(
    files.filter((file) => !file.startsWith('!') && !packed.includes(file)),
    [],
  );
  const version = readDockerfile().find(({ name, rest }) => name === 'ARG' && rest.startsWith('VERSION='));
  assert.equal(version?.rest, `VERSION=${versionOf('server/package.json')}`);
});
