// Installs and loads the peers. They have their own package.json in this folder, so that they are not dependencies of
// the project.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const folder = import.meta.dirname;
const stamp = `${folder}/node_modules/.installed`;

/**
 * Installs once per version of package.json. Install scripts are disabled, so that nothing outside the registry is
 * downloaded.
 */
export function installPeers(): void {
  const manifest = readFileSync(`${folder}/package.json`, 'utf8');
  const wanted = createHash('sha256').update(manifest).update(process.platform).update(process.arch).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('installing the peer packages (once) …');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  // Not `npm ci`, which refuses a lockfile without the optional packages of other platforms; `--no-save` keeps it
  // unchanged. The optional packages are binaries for other platforms and unused models.
  const options = ['--no-save', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, env, stdio: ['ignore', 2, 2] });
  const names = Object.entries((JSON.parse(manifest) as { dependencies: object }).dependencies).map((of) =>
    of.join('@'),
  );
  if (status !== 0) throw new Error(`the peers (${names.join(', ')}) could not be installed; see npm's message above`);
  writeFileSync(stamp, wanted);
}

/** Takes a variable name, so that the compiler does not need the types of a package that may not be installed. */
export async function loadPackage<T>(name: string): Promise<T> {
  try {
    return (await import(name)) as T;
  } catch (cause) {
    throw new Error(`the peer ${name} could not be loaded: ${(cause as Error).message}`, { cause });
  }
}
