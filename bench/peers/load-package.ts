// Peers are no dependency of ours: they have a package.json of their own in this folder, and are installed when asked for.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const folder = import.meta.dirname;
const stamp = `${folder}/node_modules/.installed`;

/** Once per lockfile. Nothing but what the registry holds: no package runs a script that downloads more. */
export function installPeers(): void {
  const manifest = readFileSync(`${folder}/package.json`, 'utf8');
  const wanted = createHash('sha256').update(manifest).update(process.platform).update(process.arch).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('installing the peers (once) …');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  // `npm ci` refuses lockfiles that lack other platforms' optional packages; `--no-save` leaves ours as it is.
  // The optional packages are other platforms' binaries and models that nothing here asks for.
  const options = ['--no-save', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, env, stdio: ['ignore', 2, 2] });
  const names = Object.entries((JSON.parse(manifest) as { dependencies: object }).dependencies).map((of) =>
    of.join('@'),
  );
  if (status !== 0) throw new Error(`the peers (${names.join(', ')}) cannot be installed; npm's message stands above`);
  writeFileSync(stamp, wanted);
}

/** `name` is no literal where it is asked for: the types of a package that may not be installed cannot be checked. */
export async function loadPackage<T>(name: string): Promise<T> {
  try {
    return (await import(name)) as T;
  } catch (cause) {
    throw new Error(`the peer ${name} cannot be loaded, and is not left out: ${(cause as Error).message}`, { cause });
  }
}
