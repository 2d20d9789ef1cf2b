// Makes the client an installable package: compiled code and declarations in dist, and the licence.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const client = `${root}/client`;

/** Tests build it elsewhere, because others may build it at the same time. */
export function buildClient(folder: string): void {
  const dist = `${folder}/dist`;
  rmSync(dist, { recursive: true, force: true });
  execFileSync(`${root}/node_modules/.bin/tsc`, ['-p', client, '--outDir', dist], { stdio: 'inherit' });
  // The compiler rewrites the paths of imports in code, and not in declarations.
  for (const file of globSync('**/*.d.ts', { cwd: dist })) {
    const declarations = readFileSync(`${dist}/${file}`, 'utf8');
    writeFileSync(`${dist}/${file}`, declarations.replace(/from '(\.[\w./-]+)\.ts'/g, "from '$1.js'"));
  }
  cpSync(`${root}/LICENSE`, `${folder}/LICENSE`);
  if (folder !== client) cpSync(`${client}/package.json`, `${folder}/package.json`);
}

if (import.meta.main) buildClient(client);
