// OpenSearch's own test distribution from Maven Central, without plugins, and a JDK to run it. npm has neither.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const VERSION = '3.6.0';
const OLDEST_JAVA = 21;
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache');
const NEEDS = `Tests on OpenSearch need Maven and a JDK of ${OLDEST_JAVA} or later (beside the java on the path, or OPENSEARCH_JAVA_HOME), or OPENSEARCH_TEST_URL, the URL of an OpenSearch ${VERSION} for tests`;

/** The folder of the unpacked distribution. The first call downloads 160 MB. */
export function openSearchDistribution(jdk: string): string {
  const folder = `${CACHE}/opensearch-${VERSION}`;
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const download = mkdtempSync(`${CACHE}/download-`);
  try {
    const artifact = `org.opensearch.distribution.integ-test-zip:opensearch:${VERSION}:zip`;
    run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${download}`], download);
    run(`${jdk}/bin/jar`, ['xf', `opensearch-${VERSION}.zip`], download);
    // jar does not keep permissions.
    for (const file of globSync(`${download}/opensearch-${VERSION}/bin/*`)) chmodSync(file, 0o755);
    if (!existsSync(folder)) renameSync(`${download}/opensearch-${VERSION}`, folder);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
  return folder;
}

/** The first of OPENSEARCH_JAVA_HOME, JAVA_HOME and the JDKs beside the `java` on the path that is new enough. */
export function findJdk(): string {
  const { OPENSEARCH_JAVA_HOME, JAVA_HOME } = process.env;
  const onPath = spawnSync('sh', ['-c', 'command -v java'], { encoding: 'utf8' }).stdout.trim();
  const besides = onPath ? globSync(`${dirname(dirname(dirname(realpathSync(onPath))))}/*`).sort() : [];
  const found = [OPENSEARCH_JAVA_HOME, JAVA_HOME, ...besides].find(
    (home) => home && existsSync(`${home}/bin/jar`) && versionOf(home) >= OLDEST_JAVA,
  );
  if (found) return found;
  throw new Error(NEEDS);
}

function versionOf(home: string): number {
  const { stderr } = spawnSync(`${home}/bin/java`, ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

function run(command: string, args: string[], cwd: string): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') throw new Error(NEEDS);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error ?? `${stdout}${stderr}`}`);
}
