// Projects that have the client installed as a package, and programs in them.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildClient } from '../../scripts/build-client.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A new folder with the built client as its only dependency. The caller removes it. */
export function projectWithClient(): string {
  const folder = temporaryFolder();
  buildClient(`${folder}/node_modules/@finderfee/client`);
  writeFileSync(`${folder}/package.json`, '{"type": "module", "dependencies": {"@finderfee/client": "*"}}');
  return folder;
}

/**
 * Compiles a program of the tests into the project, where its imports of the client's sources become the package.
 * An edge runtime has no packages, so there the package is part of the program.
 */
export async function addProgram(folder: string, source: string, { isBundled = false } = {}): Promise<string> {
  const outfile = `${folder}/program.mjs`;
  await build({
    entryPoints: [source],
    outfile,
    ...{ bundle: true, platform: isBundled ? 'neutral' : 'node', format: 'esm', target: 'es2022', logLevel: 'error' },
    plugins: [
      {
        name: 'client',
        setup: ({ onResolve, resolve }) =>
          onResolve({ filter: /\/client\/src\/\w+\.ts$/ }, ({ path, kind }) => {
            const name = path.endsWith('/operator.ts') ? '@finderfee/client/operator' : '@finderfee/client';
            return isBundled ? resolve(name, { kind, resolveDir: folder }) : { path: name, external: true };
          }),
      },
    ],
  });
  return outfile;
}
