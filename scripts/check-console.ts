// Builds the console and checks the size of each page as the first one: its document, scripts and styles, gzipped.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const MAX_BYTES = 80_000;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
}

const root = resolve(import.meta.dirname, '..');
execFileSync(process.execPath, [`${root}/scripts/build-console.mjs`], { stdio: 'inherit' });
const folder = `${root}/server/console`;
const chunks: Record<string, Chunk> = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
const entry = Object.keys(chunks).find((name) => chunks[name]!.isEntry)!;
const pages = chunks[entry]!.dynamicImports ?? [];

/** The files of a chunk and of what it imports. A page is shown when all that it imports later has arrived, too. */
function filesOf(name: string, isPage: boolean, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const { file, css = [], imports = [], dynamicImports = [] } = chunks[name]!;
  const others = [...imports, ...(isPage ? dynamicImports : [])];
  return [file, ...css, ...others.flatMap((other) => filesOf(other, isPage, seen))];
}

const gzipped = (file: string) => gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length;

const sizes = pages.map((page) => {
  const files = new Set(['index.html', ...filesOf(entry, false), ...filesOf(page, true, new Set([entry]))]);
  return { page, bytes: [...files].reduce((sum, file) => sum + gzipped(file), 0) };
});
const largest = sizes.toSorted((a, b) => b.bytes - a.bytes)[0]!;
console.log(`The largest page of the console, ${largest.page}, has ${largest.bytes} bytes, gzipped`);
if (largest.bytes > MAX_BYTES) {
  console.error(`the console: ${largest.page} has ${largest.bytes} bytes as the first page, and may have ${MAX_BYTES}`);
  process.exit(1);
}
