// Builds the console into server/console, unless what it is made of has not changed. `npm start` runs it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}server/console`;
const stamp = `${target}/.fingerprint`;

/** Of every file that the build reads. The lockfile stands for the packages. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = ['console', 'client/src'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
      .filter((path) => !path.includes('/node_modules/')),
  );
  for (const path of [...files.sort(), `${root}package-lock.json`, `${root}tsconfig.json`])
    hash
      .update(`${path.slice(root.length)}\n`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('building the console (once) …');
  // Moved into place when it is complete: a server may be running, and so may another build.
  const folder = mkdtempSync(`${root}server/.console-`);
  try {
    const vite = `${root}node_modules/vite/bin/vite.js`;
    const args = [vite, 'build', '--config', `${root}console/vite.config.ts`, '--logLevel', 'warn', '--outDir', folder];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('vite failed; see its message above');
    writeFileSync(`${folder}/.fingerprint`, wanted);
    rmSync(target, { recursive: true, force: true });
    renameSync(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
