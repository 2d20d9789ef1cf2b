// Checks of the project's structure and style; CONTRIBUTING.md gives the reasons.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');
const sources = globSync('{client,contract,server}/src/**/*.ts', { cwd: root }).sort();
const isTest = (file: string) => /\.(test|opensearch)\.ts$|-(suite|contract)\.ts$|brute-force\.ts$/.test(file);
const textOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

/** Imports of a file: packages by name, our own files by their path from the root. */
function importsOf(file: string): string[] {
  const specifiers = [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier]) => specifier!,
  );
  return specifiers.map((specifier) => {
    if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
    return specifier.replace(/^@finderfee\/contract\//, 'contract/src/');
  });
}

const product = sources.filter((file) => !isTest(file)).map((file) => ({ file, imports: importsOf(file) }));

/** Folders of verbs. They do not import each other, except that conversations and their trace call discovery as a client would. */
const VERBS = [
  'catalogue',
  'clicks',
  'conversations',
  'trace',
  'conversions',
  'criteria-sets',
  'discovery',
  'jobs',
  'keys',
  'ledger',
  'offers',
  'reports',
  'retention',
  'signups',
  'synonyms',
  'webhooks',
];
const folderOf = (path: string) => /^server\/src\/([\w-]+)\//.exec(path)?.[1];
/** Rules, rows, ranking, criteria, dictionaries and threads are shared by all engines, so they are not adapters. */
const isAdapter = (path: string) =>
  /^server\/src\/(store|index)\/(?!rules\/|rows\/|ranking\/|criteria\/|dictionary\/|threads\/)[\w-]+\//.test(path);
/** They choose the engines. */
const isOpener = (path: string) => ['server/src/open-store.ts', 'server/src/open-index.ts'].includes(path);
const isRoot = (path: string) => ['server/src/compose.ts', 'server/src/program.ts'].includes(path);
/** Drivers of engines and the SDK of a protocol, and the folders whose files alone may import them. Downloads use the HTTP client too. */
const DRIVERS: Record<string, string[]> = {
  'node:sqlite': ['server/src/store/sqlite/'],
  pg: ['server/src/store/postgres/'],
  undici: ['server/src/index/opensearch/', 'server/src/fetching/'],
  '@modelcontextprotocol/server': ['server/src/mcp/'],
};

const breaches = (isBreach: (file: string, imported: string) => boolean) =>
  product.flatMap(({ file, imports }) =>
    imports.filter((imported) => isBreach(file, imported)).map((imported) => `${file} → ${imported}`),
  );

test('the contract does not import the server', () => {
  assert.deepEqual(
    breaches((file, imported) => file.startsWith('contract/') && imported.startsWith('server/')),
    [],
  );
});

test('the client imports nothing but its own files', () => {
  assert.deepEqual(
    breaches((file, imported) => file.startsWith('client/') && !imported.startsWith('client/src/')),
    [],
  );
});

test('only http/ imports Fastify', () => {
  const isBreach = (file: string, imported: string) =>
    /^(@fastify\/|@scalar\/|fastify$)/.test(imported) && folderOf(file) !== 'http';
  assert.deepEqual(
    breaches(isBreach).filter((breach) => !breach.startsWith('server/src/stop-gracefully.ts')),
    [],
  );
});

test('only the files that choose the engines import adapters', () => {
  assert.deepEqual(
    breaches((file, imported) => isAdapter(imported) && !isAdapter(file) && !isOpener(file)),
    [],
  );
});

test('the brute-force oracle of filters shares no code with the engines', () => {
  const imports = importsOf('server/src/index/brute-force.ts');
  assert.deepEqual(
    imports.filter((imported) => imported.startsWith('server/src/index/')),
    [],
  );
});

test('a database driver is imported by its adapter only', () => {
  assert.deepEqual(
    breaches((file, imported) => DRIVERS[imported]?.every((folder) => !file.startsWith(folder)) ?? false),
    [],
  );
});

test('the SDK of MCP is loaded on demand', () => {
  const loaders = /^import (?!type ).*\/mcp\/(?!mcp-command\.ts)/m;
  const eager = product.filter(({ file }) => folderOf(file) !== 'mcp' && loaders.test(textOf(file)));
  assert.deepEqual(
    eager.map(({ file }) => file),
    [],
  );
  assert.doesNotMatch(textOf('server/src/mcp/mcp-command.ts'), /^import (?!type ).*'(\.|@modelcontextprotocol)/m);
});

test('adapters import neither verbs nor transport', () => {
  const allowed =
    /^(server\/src\/(store|index|text|product)\/|server\/src\/(app-error|start-error|make-folder|background-loop|callable-thread|lower-priority|bulk-worker-limits)\.ts|contract\/|node:|pg$|undici$)/;
  assert.deepEqual(
    breaches((file, imported) => isAdapter(file) && !allowed.test(imported)),
    [],
  );
});

test('the rules and rows of the store are pure', () => {
  const isPure = (path: string) => /^server\/src\/(store|text|product)\//.test(path) && !isAdapter(path);
  assert.deepEqual(
    breaches((file, imported) => /^server\/src\/store\/(rules|rows)\//.test(file) && !isPure(imported)),
    [],
  );
});

test('verbs import neither transport nor each other', () => {
  const isBreach = (file: string, imported: string) => {
    const [from, to] = [folderOf(file), folderOf(imported)];
    if (!from || !VERBS.includes(from) || !to || to === from) return false;
    return to === 'http' || (VERBS.includes(to) && !(/^(?:conversations|trace)$/.test(from) && to === 'discovery'));
  };
  assert.deepEqual(breaches(isBreach), []);
});

test('verbs and background tasks declare the store ports and dependencies that they use', () => {
  const isWhole = (path: string) => ['server/src/store/store.ts', 'server/src/deps.ts'].includes(path);
  const mayKnowAll = (file: string) =>
    isRoot(file) || isOpener(file) || isAdapter(file) || folderOf(file) === 'http' || file === 'server/src/deps.ts';
  assert.deepEqual(
    breaches((file, imported) => isWhole(imported) && !mayKnowAll(file)),
    [],
  );
});

test('imports have no cycles', () => {
  const graph = new Map(product.map(({ file, imports }) => [file, imports]));
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    assert.ok(!trail.includes(file), `a cycle: ${[...trail, file].join(' → ')}`);
    if (done.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
});

test('migrations are numbered without gaps and repetitions', () => {
  const files = globSync('server/src/store/**/migrations/**/*.sql', { cwd: root }).sort();
  const perFolder = Map.groupBy(files, dirname);
  assert.equal(perFolder.size, 4);
  for (const [folder, names] of perFolder)
    names.forEach((name, i) => {
      assert.equal(Number(/(\d{4})-[^/]+$/.exec(name)?.[1]), i + 1, `${name} in ${folder}`);
    });
});

test('files have at most 400 lines and specific names', () => {
  const exclude = ['**/node_modules', 'client/dist', 'client/src/generated'];
  for (const file of globSync('{client,contract,scripts,server,test}/**/*.ts', { cwd: root, exclude })) {
    const lines = textOf(file).split('\n').length;
    assert.ok(lines <= 401, `${file} has ${lines} lines`);
    assert.doesNotMatch(file, /(^|\/)(utils?|helpers?|index)\.ts$/);
  }
});

test('every file has a comment that states its purpose', () => {
  for (const file of sources.filter((name) => !/\.(test|opensearch)\.ts$/.test(name))) {
    assert.match(textOf(file), /^(\/\/ |#!)|\/\*\* |^import manifest/m, file);
  }
});

test('comments avoid phrases that sound translated', () => {
  const phrases = /\b(?:anew|whoever|nobody|quiet hour|giv(?:es?|ing) way|taken leave|the dead(?! letter))\b/i;
  const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);
  const found = globSync('{client/src,contract/src,server/src,test,bench,scripts}/**/*.{ts,mjs}', {
    cwd: root,
  }).flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => isComment(line) && phrases.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});

test('property tests use the shared seed', () => {
  const tests = globSync('{contract,server,test}/**/*.ts', { cwd: root, exclude: ['**/node_modules'] });
  assert.deepEqual(
    tests.filter((file) => importsOf(file).includes('fast-check')),
    ['test/support/properties.ts'],
  );
});

test('there are no unfinished marks and no disabled tests', () => {
  for (const file of globSync('{client,contract,server,test,scripts}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: ['**/node_modules'],
  })) {
    const marks = new RegExp(['TO', 'DO\\b|FIX', 'ME\\b|\\.(sk', 'ip|on', 'ly)\\(|\\{ sk', 'ip: '].join(''));
    assert.doesNotMatch(textOf(file), marks, file);
  }
});

test('every listed equivalent mutant refers to an existing line', () => {
  const onOneLine = (text: string) => text.replace(/\s+/g, ' ');
  const listed = textOf('test/mutating/equivalent.txt').trim().split('\n');
  const stale = listed.filter((entry) => {
    const [, file, line] = /^(\S+): (.*?) → /.exec(entry) ?? [];
    return !file || !existsSync(`${root}/${file}`) || !onOneLine(textOf(file)).includes(line!);
  });
  assert.deepEqual(stale, []);
});

const documents = globSync('{*.md,{client,console}/*.md,docs/*.md,server/src/**/*.md}', { cwd: root });

test('the README has at most 200 lines and links to every page', () => {
  const text = textOf('README.md');
  assert.ok(text.split('\n').length <= 201);
  for (const document of documents.filter((file) => file.startsWith('docs/')))
    assert.ok(text.includes(`(${document})`), document);
});

test('commands and paths in the documents exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const cli = ['server/src/program.ts', ...sources.filter((file) => file.endsWith('-command.ts'))]
    .map(textOf)
    .join('\n');
  for (const document of documents) {
    for (const [, name] of textOf(document).matchAll(/npm run ([\w-]+)/g))
      assert.ok(scripts[name!], `${document}: npm run ${name}`);
    for (const [, verb, noun] of textOf(document).matchAll(/npx finderfee ([a-z][a-z-]*)(?: ([a-z]+))?/g)) {
      assert.match(cli, new RegExp(`command\\('${verb}[ ']`), `${document}: finderfee ${verb}`);
      if (noun && cli.includes(`command('${verb}')`))
        assert.match(cli, new RegExp(`command\\('${noun}[ ']|choices\\(.*'${noun}'`), `${document}: ${verb} ${noun}`);
    }
    for (const [, path] of textOf(document).matchAll(/`((?:client|contract|server|test|scripts)\/[\w./-]+\.\w+)`/g)) {
      assert.ok(existsSync(`${root}/${path}`), `${document}: ${path}`);
    }
    for (const [, path] of textOf(document).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(resolve(root, dirname(document), path!)), `${document}: ${path}`);
    }
  }
});
