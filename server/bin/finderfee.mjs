// Checks the version of Node, then starts the command: the sources are TypeScript, which older versions do not run.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `finderfee: Node 24 or later is needed, this is ${process.version}: run \`npm install\` in the project folder, which brings it`,
  );
  process.exit(2);
}
// What was compiled is kept for the next start, of the threads too.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
// Those who search come first: a command leaves the processor to a service that runs beside it, from its first moment.
if (process.argv[2] !== 'serve') {
  const { lowerProcessPriority } = await import('../src/lower-priority.ts');
  lowerProcessPriority();
}
await import('../src/cli.ts');
