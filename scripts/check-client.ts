// Packs the client and checks the package: its entries and types, its size, and that it does not depend on zod.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** Of the main entry, bundled and minified: it is loaded by pages for shoppers. */
const MAX_GZIPPED_BYTES = 8000;

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'finderfee-client-'));
const faults: string[] = [];

try {
  const pack = ['pack', '--workspace', 'client', '--pack-destination', folder, '--json', '--silent'];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
  const tarball = `${folder}/${filename}`;
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  faults.push(
    ...messages.map((message) => `publint: ${formatMessage(message, pkg ?? {}, { color: false }) ?? message.code}`),
  );
  const attw = spawnSync('attw', [tarball, '--profile', 'esm-only'], { encoding: 'utf8' });
  if (attw.status !== 0) faults.push(`attw: ${attw.error ?? attw.stdout}`);
} finally {
  rmSync(folder, { recursive: true });
}

const dist = `${root}/client/dist`;
for (const file of globSync('**/*', { cwd: dist }).filter((name) => /\.[jt]s$/.test(name)))
  if (readFileSync(`${dist}/${file}`, 'utf8').includes('zod')) faults.push(`dist/${file} mentions zod`);

const { outputFiles } = await build({
  entryPoints: [`${dist}/finderfee.js`],
  ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2022' },
});
const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
console.log(`The client has ${bytes} bytes, gzipped`);
if (bytes > MAX_GZIPPED_BYTES) faults.push(`it has ${bytes} bytes, and may have ${MAX_GZIPPED_BYTES}`);

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
