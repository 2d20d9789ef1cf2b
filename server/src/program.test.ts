// Common to all commands, including new ones: the data folder, the options and the help.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { runCommand, ServerProcess } from '../../test/support/server-process.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readConfig } from './config.ts';
import { actionsOf, buildProgram, nameOf } from './program.ts';
import { StartError } from './start-error.ts';

const root = temporaryFolder();
after(() => rmSync(root, { recursive: true, force: true }));

/** Arguments of commands that reject `x` before they check the data folder, or would write to it. */
const ARGUMENTS: Record<string, string[]> = {
  backup: [join(root, 'x')],
  'conversions import': ['x', '--network', 'x'],
  'conversions match': ['1', '--click', 'x'],
  erase: ['--email', 'ann@example.com'],
  export: ['clicks'],
  'report funnel': ['--from', '2026-11-01', '--to', '2026-11-02'],
  'report searches': ['--from', '2026-11-01', '--to', '2026-11-02'],
  'synonyms add': ['sofa, couch'],
  'synonyms remove': ['sofa, couch'],
  'webhooks add': ['https://hooks.example/', '--events', 'webhook.test'],
  'webhooks resend': ['1', '2'],
  ...Object.fromEntries(
    ['update', 'enable', 'disable', 'remove', 'rotate', 'show', 'deliveries', 'test'].map((verb) => [
      `webhooks ${verb}`,
      ['1'],
    ]),
  ),
};
const CREATORS = ['serve', 'keys create', 'import', 'feeds add', 'networks add', 'restore'];
/** Needs a database instead of a folder. */
const DATABASE_COMMANDS = ['migrate-schema'];
const STANDALONE_COMMANDS = ['config', 'doctor'];
const mayUseMissingFolder = [...CREATORS, ...DATABASE_COMMANDS, ...STANDALONE_COMMANDS];

const commands = actionsOf(buildProgram({})).map((command) => ({
  name: nameOf(command),
  help: command.helpInformation(),
  words: [...nameOf(command).split(' '), ...(ARGUMENTS[nameOf(command)] ?? command.registeredArguments.map(() => 'x'))],
}));

const missing = join(root, 'missing');
const refusal = `${missing} is not a finderfee installation: set its data folder with DATA_DIR or --data-dir`;

async function assertRefused(words: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const outcome = buildProgram(env).parseAsync(words, { from: 'user' });
  await assert.rejects(outcome, (error) => error instanceof StartError && error.message === refusal);
  assert.ok(!existsSync(missing));
}

describe('a folder that is not an installation', () => {
  for (const { name, words } of commands.filter(({ name }) => !mayUseMissingFolder.includes(name))) {
    test(`is rejected by ${name}, which creates nothing`, async () => {
      await assertRefused(words, { DATA_DIR: missing });
      await assertRefused([...words, '--data-dir', missing], {});
    });
  }

  test('is rejected with exit code 2 and one sentence', async () => {
    const refused = await runCommand(['export', 'clicks'], { DATA_DIR: missing });
    assert.deepEqual(refused, { code: 2, stdout: '', stderr: `finderfee: ${refusal}\n` });
  });

  test('is rejected even if it exists, when it is empty', async () => {
    const DATA_DIR = temporaryFolder();
    const { code } = await runCommand(['backup', join(root, 'copy')], { DATA_DIR });
    assert.deepEqual([code, readdirSync(DATA_DIR), existsSync(join(root, 'copy'))], [2, [], false]);
    rmSync(DATA_DIR, { recursive: true });
  });

  test('is made one by the commands that may create an installation, which report it once', async () => {
    const feed = join(root, 'feed.csv');
    writeFileSync(feed, 'id,title,link,price\n1,Copper kettle,https://kettles.example/1,49.90 EUR\n');
    const creating = {
      'keys create': ['keys', 'create', '--name', 'app'],
      import: ['import', feed, '--merchant-name', 'Kettle House'],
      'feeds add': ['feeds', 'add', 'https://feeds.example/a.csv', '--every', '6h'],
      'networks add': ['networks', 'add', 'awin'],
      restore: ['restore', join(root, 'copy')],
    };
    for (const [name, words] of Object.entries(creating)) {
      const folder = join(root, name.replace(' ', '-'));
      if (name === 'restore') await runCommand(['backup', join(root, 'copy')], { DATA_DIR: join(root, 'import') });
      const first = await runCommand([...words, '--data-dir', folder]);
      assert.equal(first.code, 0, first.stderr);
      assert.ok(first.stderr.endsWith(`created a new installation in ${folder}\n`), first.stderr);
      const again = await runCommand([...words, '--data-dir', folder]);
      assert.doesNotMatch(again.stderr, /created a new installation/);
    }
  });

  test('is not changed by a rejected command', async () => {
    const feed = join(root, 'feed.csv');
    writeFileSync(feed, 'id,title,link,price\n1,Copper kettle,https://kettles.example/1,49.90 EUR\n');
    const refused: [number, ...string[]][] = [
      [1, 'import', '/nowhere.csv'],
      [1, 'import', root],
      [1, 'import', feed, '--mode', 'full'],
      [2, 'feeds', 'add', 'ftp://feeds.example/a.csv', '--every', '6h'],
      [2, 'restore', '/nowhere'],
    ];
    for (const [expected, ...words] of refused) {
      const { code, stderr } = await runCommand([...words, '--data-dir', missing]);
      assert.deepEqual([code, existsSync(missing)], [expected, false], words.join(' '));
      assert.match(stderr, /^[^\n]+\n$/, 'one sentence');
      assert.doesNotMatch(stderr, /created/);
    }
  });

  test('is not changed by a dry run, which predicts as on an empty installation', async () => {
    const feed = join(root, 'feed.csv');
    writeFileSync(feed, 'id,title,link,price\n1,Copper kettle,https://kettles.example/1,49.90 EUR\n');
    const { code, stdout, stderr } = await runCommand(['import', feed, '--dry-run', '--data-dir', missing]);
    assert.deepEqual([code, existsSync(missing)], [0, false], stderr);
    assert.match(stdout, /1 rows?: 1 products?/);
    assert.equal(stderr, `no installation in ${missing} yet: every product counts as new\n`);
  });

  test('is rejected by a dry run and a real run alike if it cannot become an installation', async () => {
    const feed = join(root, 'feed.csv');
    const theirs = join(root, 'theirs');
    mkdirSync(theirs);
    const db = new DatabaseSync(join(theirs, 'ledger.db'));
    db.exec('CREATE TABLE theirs (x)');
    db.close();
    for (const folder of [feed, join(feed, 'below'), theirs]) {
      const refused = await runCommand(['import', feed, '--dry-run', '--data-dir', folder]);
      assert.deepEqual(refused, await runCommand(['import', feed, '--data-dir', folder]));
      assert.deepEqual([refused.code, refused.stdout], [2, ''], refused.stderr);
    }
  });
});

describe('a path of the wrong kind is rejected in one sentence', () => {
  const feed = join(root, 'a-file');
  const DATA_DIR = join(root, 'sound');
  const refusals: Record<string, string[]> = {
    'a file to restore into': ['restore', join(root, 'sound-copy'), '--data-dir', feed],
    'a file to restore from': ['restore', feed, '--data-dir', join(root, 'restored')],
    'a file to back up into': ['backup', feed],
    'a file to back up below': ['backup', join(feed, 'below')],
    'a file to serve from': ['serve', '--data-dir', feed],
    'a folder as a mapping': ['import', feed, '--mapping', root],
  };
  for (const [name, words] of Object.entries(refusals)) {
    test(name, async () => {
      writeFileSync(feed, '');
      if (!existsSync(DATA_DIR)) {
        await runCommand(['keys', 'create', '--name', 'app'], { DATA_DIR });
        await runCommand(['backup', join(root, 'sound-copy')], { DATA_DIR });
      }
      const { code, stdout, stderr } = await runCommand(words, { DATA_DIR });
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, /^finderfee: .*\n$/);
    });
  }

  test('a file below a file to import', async () => {
    const { code, stderr } = await runCommand(['import', join(feed, 'below.csv')], { DATA_DIR });
    assert.equal(code, 1);
    assert.match(stderr, /^\S*: cannot be read: ENOTDIR.*\n$/);
  });
});

describe('settings as options', () => {
  test('are part of printed commands', async () => {
    const folder = join(root, "Ann's data");
    const feed = join(root, 'faulty.csv');
    writeFileSync(feed, 'id,title,link,price\n1,Copper kettle,https://kettles.example/1,49.90 EUR\n2,,,\n');
    const { stdout } = await runCommand(['import', feed, '--data-dir', folder]);
    const hint = /^rejected rows: (npx finderfee feeds show 1 --rejected --data-dir .*)$/m.exec(stdout)?.[1];
    assert.ok(hint?.endsWith(` '${root}/Ann'\\''s data'`), stdout);
    const { stderr } = await runCommand(['keys', 'revoke', 'key_none', '--data-dir', folder]);
    assert.match(stderr, /see npx finderfee keys list --data-dir '/);
  });

  test('override the environment', async (t) => {
    const folder = join(root, 'served');
    const options = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder];
    const server = await ServerProcess.start({ HOST: '192.0.2.1', PORT: '1', DATA_DIR: missing }, options);
    t.after(() => server.remove());
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(existsSync(join(folder, 'catalogue.db')));
    assert.ok(!existsSync(missing));
    assert.ok(server.output.stdout.includes(`data     ${folder}  (a new installation)\n`), server.output.stdout);
    assert.ok(server.output.stdout.includes(`keys create --name my-app --data-dir ${folder}\n`), server.output.stdout);
    for (const line of server.output.stderr.trim().split('\n')) JSON.parse(line);
  });

  test('are validated like settings and named as given', () => {
    const options = { PORT: '65536', DATA_DIR: undefined };
    assert.throws(() => readConfig({ PORT: '80', LOG_LEVEL: 'loud' }, options), {
      message: /^invalid configuration:\n {2}--port must be a whole number.*\n {2}LOG_LEVEL must be/,
    });
  });

  test('must not be empty, so that a command never uses another folder', async () => {
    for (const { name, help } of commands) assert.match(help, /--data-dir <folder>/, name);
    const { code, stderr } = await runCommand(['keys', 'list', '--data-dir', '']);
    assert.deepEqual(
      [code, stderr],
      [2, "error: option '--data-dir <folder>' argument '' is invalid. must not be empty\n"],
    );
  });
});

test('help shows only meaningful defaults', () => {
  for (const { name, help } of commands) assert.doesNotMatch(help, /\(default: (null|undefined|""|\[.*\]|0)\)/, name);
});
