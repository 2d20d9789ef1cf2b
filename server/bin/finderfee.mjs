#!/usr/bin/env node
// Starts the command on the Node that the project brings: the sources are TypeScript, which older versions do not run.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'finderfee needs Node 24 or later: run it as `npx finderfee …` in the project folder, which brings its own',
  );
  process.exit(2);
}
await import('../src/cli.ts');
