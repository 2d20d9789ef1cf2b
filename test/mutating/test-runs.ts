// Runs test files in a copy of the project, and finds those that import a file and the code they cover.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Not linked from the original: our own packages must resolve to the copy. */
const OWN_PACKAGES = ['finderfee', '@finderfee', '.cache'];

/** Copies the tracked and untracked files that git does not ignore, and links the installed packages. */
export function copyProject(root: string, copy: string): void {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file));
  mkdirSync(`${copy}/node_modules/@finderfee`, { recursive: true });
  for (const name of readdirSync(`${root}/node_modules`))
    if (!OWN_PACKAGES.includes(name)) symlinkSync(`${root}/node_modules/${name}`, `${copy}/node_modules/${name}`);
  symlinkSync('../server', `${copy}/node_modules/finderfee`);
  symlinkSync('../../contract', `${copy}/node_modules/@finderfee/contract`);
}

/** Test files that import a file directly or indirectly, nearest first: by folder, then by import distance. */
export function testsOf(file: string, root: string): string[] {
  const importers = new Map<string, string[]>();
  for (const from of globSync('{client,contract,server}/src/**/*.ts', { cwd: root }).concat(
    globSync('test/**/*.ts', { cwd: root }),
  ))
    for (const to of importsOf(from, root)) importers.set(to, [...(importers.get(to) ?? []), from]);
  const reached = new Set([file]);
  for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
  return [...reached]
    .filter((one) => one.endsWith('.test.ts'))
    .sort((a, b) => sharedFolders(file, b) - sharedFolders(file, a));
}

/** Number of leading folders that two paths share. */
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

/** Runs a test file; false if a test fails or the time is up. */
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
    // A separate process group, so that processes started by the tests can be killed as well.
    detached: true,
  });
  const timer = setTimeout(() => killGroup(child.pid), timeout_ms);
  const code = await new Promise((done) => child.on('exit', done).on('error', done));
  clearTimeout(timer);
  killGroup(child.pid);
  return code === 0;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already exited.
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

/** Runs a test file and returns a predicate for the code it covers; undefined if the test fails without a mutant. */
export async function coverageOf(
  test: string,
  copy: string,
  timeout_ms: number,
): Promise<((file: string, offset: number) => boolean) | undefined> {
  const folder = `${copy}/node_modules/.cache/coverage`;
  rmSync(folder, { recursive: true, force: true });
  if (!(await passes(test, copy, timeout_ms, { NODE_V8_COVERAGE: folder }))) return undefined;
  const prefix = pathToFileURL(`${copy}/`).href;
  // By file: the function ranges of every process and thread.
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

/** The count of the innermost range at the offset. */
function countAt(ranges: Range[], offset: number): number {
  let innermost: Range | undefined;
  for (const range of ranges) {
    const isInside = range.startOffset <= offset && offset < range.endOffset;
    const sizeOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
    if (isInside && (!innermost || sizeOf(range) <= sizeOf(innermost))) innermost = range;
  }
  return innermost?.count ?? 0;
}
