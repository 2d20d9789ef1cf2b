// Makes the workspace `server` an installable package: compiled code in server/dist, the console, documents and licences.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { checkedOutCommit } from '../server/src/checked-out-commit.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = resolve(import.meta.dirname, '..');
const server = `${root}/server`;
const dist = `${server}/dist`;

/** The path in server/src and server/dist of a file of the workspaces. The contract becomes a folder of the server. */
const placeOf = (file: string) => file.replace(/^server\/src\//, '').replace(/^contract\/src\//, 'contract/');

/** Compiles the sources that the command and its threads reach, and writes each to its place in dist. */
function compile(): void {
  const emitted = mkdtempSync(join(tmpdir(), 'finderfee-build-'));
  try {
    execFileSync(`${root}/node_modules/.bin/tsc`, ['-p', `${root}/tsconfig.build.json`, '--outDir', emitted], {
      stdio: 'inherit',
    });
    for (const file of globSync('{server,contract}/src/**/*.js', { cwd: emitted })) {
      const place = placeOf(file);
      mkdirSync(dirname(`${dist}/${place}`), { recursive: true });
      writeFileSync(`${dist}/${place}`, withBuiltPaths(readFileSync(`${emitted}/${file}`, 'utf8'), place));
      writeFileSync(`${dist}/${place}.map`, withSourcePath(readFileSync(`${emitted}/${file}.map`, 'utf8'), place));
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

/** Points the imports of the contract to its folder in dist, and the URLs of threads to compiled files. */
function withBuiltPaths(code: string, place: string): string {
  const contract = relative(dirname(`/${place}`), '/contract') || '.';
  return code
    .replace(/'@finderfee\/contract\/([\w-]+)\.ts'/g, `'${contract.replace(/^(?!\.)/, './')}/$1.js'`)
    .replace(/(new URL\('[\w./-]+)\.ts', import\.meta\.url\)/g, "$1.js', import.meta.url)");
}

/** A stack trace then names src/x.ts for dist/x.js. The text of the source is in the map. */
function withSourcePath(map: string, place: string): string {
  const source = relative(dirname(`dist/${place}`), `src/${place.replace(/\.js$/, '.ts')}`);
  return JSON.stringify({ ...JSON.parse(map), sources: [source] });
}

/** Threads are started by URL, which the compiler does not follow: tsconfig.build.json must include them. */
function checkPaths(): void {
  for (const file of globSync('**/*.js', { cwd: dist })) {
    for (const [, path] of readFileSync(`${dist}/${file}`, 'utf8').matchAll(
      /'(\.{1,2}\/[\w./-]+\.js|[\w@./-]+\.ts)'/g,
    )) {
      if (!existsSync(resolve(dist, dirname(file), path!)))
        throw new Error(`dist/${file} refers to ${path}, which is not in the package`);
    }
  }
}

execFileSync(process.execPath, [`${root}/scripts/build-console.mjs`], { stdio: 'inherit' });
for (const made of [dist, `${server}/docs`]) rmSync(made, { recursive: true, force: true });
compile();
for (const file of globSync('**/*.{sql,txt,html}', { cwd: `${server}/src` }))
  cpSync(`${server}/src/${file}`, `${dist}/${file}`);
checkPaths();
// COMMIT is for sources without the files of git.
writeFileSync(`${dist}/commit.txt`, process.env.COMMIT || checkedOutCommit(root) || '');
// Messages of the service refer to pages of docs.
for (const file of globSync('{LICENSE,SECURITY.md,docs/*.md}', { cwd: root }))
  cpSync(`${root}/${file}`, `${server}/${file}`);
writeFileSync(`${server}/THIRD-PARTY-NOTICES.txt`, thirdPartyNotices(server, `${root}/console`));
