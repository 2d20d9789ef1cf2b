// Installs what the project needs, once per lockfile, so that `npm start` and `npm test` are one command each.
// It runs before anything is installed, on whatever Node the machine has: no imports but Node's own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.installed`;
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .update(process.platform + process.arch)
  .digest('hex');

// `npm install` and `npm ci` call this script at their end, whoever started them.
if (process.argv[2] === '--installed') {
  // The package `node` leaves its download here; the binary is a hard link elsewhere, the rest are 67 MB of C headers.
  rmSync(`${root}node_modules/node/node_modules`, { recursive: true, force: true });
  const hasDevDependencies = existsSync(`${root}node_modules/typescript`);
  if (hasDevDependencies) writeFileSync(stamp, wanted);
  else rmSync(stamp, { force: true });
} else if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('installing dependencies (once) …');
  // The parent npm's own settings must not reach the child: it is another command, in the same folder.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const install = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  });
  if (install.status !== 0) {
    console.error('npm ci failed; its message is above');
    process.exit(1);
  }
  // With `ignore-scripts` npm does not call this script at its end.
  writeFileSync(stamp, wanted);
}
