// Checks the Node version, then runs the command. Older versions cannot run the TypeScript sources.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `finderfee: Node 24 or later is required, found ${process.version}: run \`npm install\` in the project folder to install it`,
  );
  process.exit(2);
}
// Caches compiled code for the next start, including that of worker threads.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
// Commands run at lower priority than a service on the same machine.
if (process.argv[2] !== 'serve') {
  const { lowerProcessPriority } = await import('../src/lower-priority.ts');
  lowerProcessPriority();
}
await import('../src/cli.ts');
