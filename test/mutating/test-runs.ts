// Test files, run in a copy of the project: which of them reach a file by their imports, and which of its code they run.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Our own packages are linked into `node_modules`: in a copy they must lead into the copy. */
const OWN_PACKAGES = ['finderfee', '@finderfee', '.cache'];

/** Copies what git knows or would add, and links the installed packages. */
export function copyProject(root: string, copy: string): void {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
  mkdirSync(`${copy}/node_modules/@finderfee`, { recursive: true });
  for (const name of readdirSync(`${root}/node_modules`))
    if (!OWN_PACKAGES.includes(name)) symlinkSync(`${root}/node_modules/${name}`, `${copy}/node_modules/${name}`);
  symlinkSync('../server', `${copy}/node_modules/finderfee`);
  symlinkSync('../../contract', `${copy}/node_modules/@finderfee/contract`);
}

/** The test files that import a file, directly or through others: the nearest first, by folder and then by imports. */
export function testsOf(file: string, root: string): string[] {
  const importers = new Map<string, string[]>();
  for (const from of globSync('{contract,server}/src/**/*.ts', { cwd: root }).concat(
    globSync('test/**/*.ts', { cwd: root }),
  ))
    for (const to of importsOf(from, root)) importers.set(to, [...(importers.get(to) ?? []), from]);
  const reached = new Set([file]);
  for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
  return [...reached]
    .filter((one) => one.endsWith('.test.ts'))
    .sort((a, b) => sharedFolders(file, b) - sharedFolders(file, a));
}

/** How many folders two paths begin with in common. */
function sharedFolders(file: string, other: string): number {
  const folders = other.split('/');
  return file.split('/').findIndex((folder, i) => folder !== folders[i]);
}

function importsOf(file: string, root: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'([^']+\.ts)'/g)].map(([, specifier]) =>
    specifier!.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier!))
      : specifier!.replace(/^@finderfee\/contract\//, 'contract/src/'),
  );
}

/** Runs one test file. False when a test fails or the time is over. */
export async function passes(
  test: string,
  cwd: string,
  timeout_ms: number,
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [test], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    // A group of its own: what the tests have started ends with them.
    detached: true,
  });
  const timer = setTimeout(() => endGroup(child.pid), timeout_ms);
  const code = await new Promise((done) => child.on('exit', done).on('error', done));
  clearTimeout(timer);
  endGroup(child.pid);
  return code === 0;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

interface Coverage {
  result: { url: string; functions: { ranges: Range[] }[] }[];
}

/** Runs a test file, and says which places of the copy's files it ran; undefined when it fails as it is. */
export async function coverageOf(
  test: string,
  copy: string,
  timeout_ms: number,
): Promise<((file: string, offset: number) => boolean) | undefined> {
  const folder = `${copy}/node_modules/.cache/coverage`;
  rmSync(folder, { recursive: true, force: true });
  if (!(await passes(test, copy, timeout_ms, { NODE_V8_COVERAGE: folder }))) return undefined;
  const prefix = pathToFileURL(`${copy}/`).href;
  // By file, of each process and thread: the ranges of all its functions.
  const ranges = new Map<string, Range[][]>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Coverage;
    for (const { url, functions } of result.filter((script) => script.url.startsWith(prefix))) {
      const file = url.slice(prefix.length);
      ranges.set(file, [...(ranges.get(file) ?? []), functions.flatMap((one) => one.ranges)]);
    }
  }
  return (file, offset) => (ranges.get(file) ?? []).some((script) => countAt(script, offset) > 0);
}

/** The innermost range counts. */
function countAt(ranges: Range[], offset: number): number {
  let innermost: Range | undefined;
  for (const range of ranges) {
    const isInside = range.startOffset <= offset && offset < range.endOffset;
    const sizeOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
    if (isInside && (!innermost || sizeOf(range) <= sizeOf(innermost))) innermost = range;
  }
  return innermost?.count ?? 0;
}
