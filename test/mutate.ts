// Mutation testing: `npm run mutate -- PATH… [--sample N] [--seed S] [--tests N] [--slowest S]` applies one mutant at a
// time in a copy of the project. A mutant is caught if one of the N nearest test files that cover it fails; tests
// slower than S seconds are not used. `mutating/equivalent.txt` lists mutants that do not change behaviour.
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutating/mutants.ts';
import { copyProject, coverageOf, passes, testsOf } from './mutating/test-runs.ts';
import { seeded } from './support/seeded.ts';

const BASELINE_TIMEOUT_MS = 300_000;
/** A mutant may loop forever. */
const timeoutOf = (usual_ms: number) => 5_000 + usual_ms * 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '3' },
    slowest: { type: 'string', default: '10' },
  },
});
const root = resolve(import.meta.dirname, '..');
const isSource = (file: string) => !/\.test\.ts$|-(?:suite|contract)\.ts$|brute-force\.ts$/.test(file);
const files = positionals
  .map((path) => path.replace(/\/$/, ''))
  .flatMap((path) => (statSync(join(root, path)).isFile() ? [path] : globSync(`${path}/**/*.ts`, { cwd: root })))
  .filter(isSource)
  .sort();
if (files.length === 0) {
  console.error('usage: npm run mutate -- PATH… [--sample N] [--seed S] [--tests N] [--slowest S]');
  process.exit(2);
}

interface TestRun {
  test: string;
  ms: number;
  runs: (file: string, offset: number) => boolean;
}

const known = new Map<string, TestRun | undefined>();

/** The nearest tests of a file that pass without a mutant. Each runs once for its coverage. */
async function testRuns(file: string, copy: string): Promise<TestRun[]> {
  const tests = testsOf(file, copy).slice(0, Number(values.tests));
  for (const test of tests.filter((one) => !known.has(one))) {
    const start = performance.now();
    const runs = await coverageOf(test, copy, BASELINE_TIMEOUT_MS);
    const ms = performance.now() - start;
    const isQuick = ms <= Number(values.slowest) * 1000;
    console.error(
      `${test}: ${!runs ? 'fails without a mutant, not used' : `${Math.round(ms)} ms${isQuick ? '' : ', not used'}`}`,
    );
    known.set(test, runs && isQuick ? { test, ms, runs } : undefined);
  }
  return tests.flatMap((test) => known.get(test) ?? []);
}

const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** Lines of the form `FILE: original line → mutated line # reason`. */
const equivalent = new Set(
  readFileSync(`${import.meta.dirname}/mutating/equivalent.txt`, 'utf8')
    .split('\n')
    .map((line) => line.replace(/ # .*/, '')),
);

/** A random sample, determined by the seed. */
function sampled(): Mutant[] {
  const random = seeded(Number(values.seed));
  return [...sources]
    .flatMap(([file, source]) => mutantsOf(file, source))
    .filter((mutant) => !equivalent.has(`${mutant.file}: ${linesOf(mutant).join(' → ')}`))
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant)
    .sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
}

async function isCaught(mutant: Mutant, tests: TestRun[], copy: string): Promise<boolean> {
  const { file, start, end, text } = mutant;
  const source = sources.get(file)!;
  writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end));
  try {
    for (const { test, ms } of tests) if (!(await passes(test, copy, timeoutOf(ms)))) return true;
    return false;
  } finally {
    writeFileSync(join(copy, file), source);
  }
}

/** The line of a mutant, before and after the change. */
function linesOf({ file, start, end, text }: Mutant): [before: string, after: string] {
  const source = sources.get(file)!;
  const from = source.lastIndexOf('\n', start) + 1;
  const to = source.indexOf('\n', end);
  const onOneLine = (code: string) => code.trim().replace(/\s+/g, ' ');
  return [onOneLine(source.slice(from, to)), onOneLine(source.slice(from, start) + text + source.slice(end, to))];
}

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'finderfee-mutate-')));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(copy, { recursive: true });
    process.exit(1);
  });
try {
  copyProject(root, copy);
  let caught = 0;
  const mutants = sampled();
  for (const mutant of mutants) {
    const tests = (await testRuns(mutant.file, copy))
      .filter(({ runs }) => runs(mutant.file, mutant.start))
      .sort((a, b) => a.ms - b.ms);
    if (await isCaught(mutant, tests, copy)) caught++;
    else {
      const [before, after] = linesOf(mutant);
      const note = tests.length === 0 ? ' (no test runs it)' : '';
      console.log(`survived: ${mutant.file}:${mutant.line}${note}\n  - ${before}\n  + ${after}`);
    }
  }
  const percent = Math.round((caught * 100) / mutants.length);
  const survived = mutants.length - caught;
  console.log(`${positionals.join(' ')}: ${caught} caught (${percent} %), ${survived} survived; seed ${values.seed}`);
} finally {
  rmSync(copy, { recursive: true });
}
