// Installs the dependencies once per lockfile, so that `npm start` and `npm test` work in a fresh clone.
// It runs before the installation on the machine's own Node, so it imports only Node's modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.installed`;
const fingerprint = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .update(process.platform + process.arch)
  .digest('hex');

// Called at the end of every `npm install` and `npm ci`.
if (process.argv[2] === '--installed') {
  // Frees 67 MB: the download of the package `node`, whose binary is hard-linked elsewhere.
  rmSync(`${root}node_modules/node/node_modules`, { recursive: true, force: true });
  const hasDevDependencies = existsSync(`${root}node_modules/typescript`);
  if (hasDevDependencies) writeFileSync(stamp, fingerprint);
  else rmSync(stamp, { force: true });
} else if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
  console.error('installing dependencies (once) …');
  // The settings of the parent npm process must not affect the child.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const install = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  });
  if (install.status !== 0) {
    console.error('npm ci failed; see its message above');
    process.exit(1);
  }
  // With `ignore-scripts`, npm does not call this script.
  writeFileSync(stamp, fingerprint);
}
