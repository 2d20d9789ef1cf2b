// Checks the alerts, their tests, the scrape configuration and the queries of the dashboard with promtool. npm has no
// promtool, so that of Debian's package is unpacked, without installing the server.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ALERTS, dashboardExpressions } from './support/monitoring-files.ts';

const root = resolve(import.meta.dirname, '..');
const cache = `${root}/node_modules/.cache/prometheus`;
const UPDATE = '[ "$(id -u)" -eq 0 ] && apt-get update || sudo apt-get update';
const unpacked = `${cache}/usr/bin/promtool`;

function run(command: string, args: string[], cwd = root): number {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error) console.error(error.message);
  return status ?? 1;
}

function findPromtool(): string {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(cache, { recursive: true });
  const download = () => run('apt-get', ['download', 'prometheus'], cache) === 0;
  // Without package lists there is nothing to download from.
  if (!download() && run('sh', ['-c', UPDATE]) === 0) download();
  for (const archive of globSync('*.deb', { cwd: cache })) run('dpkg-deb', ['-x', archive, '.'], cache);
  if (!existsSync(unpacked)) throw new Error('promtool is not on the path, and apt-get could not download prometheus');
  return unpacked;
}

/** The queries of the dashboard as recording rules, with values in place of Grafana's variables. */
function dashboardAsRules(): string {
  const rules = dashboardExpressions.map((expr, i) => ({
    record: `panel_${i}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h'),
  }));
  const file = `${cache}/dashboard-rules.yaml`;
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  return file;
}

const promtool = findPromtool();
const folder = dirname(ALERTS);
const checks = [
  ['check', 'rules', ALERTS],
  ['test', 'rules', `${folder}/alerts.test.yaml`],
  ['check', 'config', '--syntax-only', `${folder}/prometheus.yaml`],
  ['check', 'rules', dashboardAsRules()],
];
process.exitCode = checks.map((args) => run(promtool, args)).find((status) => status !== 0) ?? 0;
