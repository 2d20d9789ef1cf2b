// Checks the Node version, then runs the command: compiled code in the package, sources in a clone.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const isClone = existsSync(new URL('../src', import.meta.url));
const [code, extension] = isClone ? ['../src', 'ts'] : ['../dist', 'js'];

if (Number(process.versions.node.split('.')[0]) < 24) {
  const advice = isClone ? ': run `npm install` in the project folder to install it' : '';
  console.error(`finderfee: Node 24 or later is required, found ${process.version}${advice}`);
  process.exit(2);
}
// Caches compiled code for the next start, including that of worker threads.
const cache = isClone ? '../../node_modules/.cache/node' : '../../.cache/finderfee';
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(cache, import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
// Stack traces name the lines of the sources. A clone runs them as they are.
if (!isClone) module.setSourceMapsSupport(true, { nodeModules: true });
// Commands run at lower priority than a service on the same machine.
if (process.argv[2] !== 'serve') {
  const { lowerProcessPriority } = await import(`${code}/lower-priority.${extension}`);
  lowerProcessPriority();
}
await import(`${code}/cli.${extension}`);
