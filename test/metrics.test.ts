// The metrics that dashboard, alerts and documents name are those that a service exports, and the reverse.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { alerts, dashboard, dashboardExpressions } from './support/monitoring-files.ts';
import { temporaryDatabase } from './support/postgres-server.ts';
import { startTestApp } from './support/test-app.ts';

const root = resolve(import.meta.dirname, '..');
const documents = globSync('{*.md,docs/*.md}', { cwd: root }).filter((file) => file !== 'CHANGELOG.md');
const textOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

type Service = Awaited<ReturnType<typeof startTestApp>>;
const services: Service[] = [];
/** What the services have exported: one with embedded engines, one on PostgreSQL. */
let scraped = '';
/** Names of families; a histogram also has those of its series. */
const exported = new Set<string>();

before(async () => {
  for (const env of [{}, { DATABASE_URL: await temporaryDatabase() }]) services.push(await startTestApp(env));
  for (const service of services) {
    await service.search('kettle');
    scraped += (await service.call('GET', '/metrics')).body;
  }
  for (const [, name, type] of scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    exported.add(name!);
    if (type === 'histogram') for (const series of ['bucket', 'sum', 'count']) exported.add(`${name}_${series}`);
  }
});
after(() => Promise.all(services.map((service) => service.stop())));

const namesIn = (text: string) => [
  ...new Set([...text.matchAll(/\b(?:finderfee|nodejs|process)_[a-z0-9_]*[a-z0-9]\b(?!\()/g)].map(([name]) => name)),
];
const unknownIn = (text: string) => namesIn(text).filter((name) => !exported.has(name));

/** Every selector with its label matchers: `name{label="value", …}`. */
const selectorsIn = (text: string) =>
  [...text.matchAll(/\b(finderfee_\w+)\{([^}]*)\}/g)].map(([, name, matchers]) => ({
    name: name!,
    matchers: [...matchers!.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label, kind, value]) => ({
      label: label!,
      kind: kind!,
      value: value!,
    })),
  }));

/** Labels that Prometheus adds to what it scrapes. */
const ADDED_LABELS = ['job', 'instance'];

test('every metric of the dashboard and the alerts is exported', () => {
  assert.deepEqual(unknownIn([...dashboardExpressions, alerts].join('\n')), []);
  const variables = dashboard.templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query));
  assert.deepEqual(unknownIn(variables.join('\n')), []);
});

test('the dashboard and the alerts select by labels and states that exist', () => {
  for (const { name, matchers } of selectorsIn([...dashboardExpressions, alerts].join('\n'))) {
    const samples = scraped.match(new RegExp(`^${name}\\{.*$`, 'gm')) ?? [];
    for (const { label, kind, value } of matchers.filter(({ label }) => !ADDED_LABELS.includes(label))) {
      // Requests have routes and statuses that these services were not asked for.
      const isState = kind === '=' && !['route', 'status'].includes(label);
      const wanted = isState ? `${label}="${value}"` : `${label}="`;
      const isKnown = samples.some((sample) => sample.includes(wanted));
      assert.ok(isKnown || (samples.length === 0 && !isState), `${name}{${label}${kind}"${value}"}`);
    }
  }
});

test('every metric that the documents name is exported', () => {
  // Blocks hold commands, with databases and files of such names.
  const proseOf = (file: string) => textOf(file).replace(/^```.*?^```/gms, '');
  for (const file of documents) assert.deepEqual(unknownIn(proseOf(file)), [], file);
});

test('every metric of the service is explained in docs/metrics.md', () => {
  const explained = namesIn(textOf('docs/metrics.md'));
  const own = [...scraped.matchAll(/^# TYPE (finderfee_\w+)/gm)].map(([, name]) => name!);
  assert.ok(own.length > 30);
  assert.deepEqual(
    own.filter((name) => !explained.includes(name)),
    [],
  );
});

test('every alert has a runbook that exists, and is listed in docs/metrics.md', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const listed = [...textOf('docs/metrics.md').matchAll(/`(Finderfee\w+)`/g)].map(([, name]) => name!);
  assert.deepEqual(listed.sort(), names.toSorted());
  const runbooks = [...alerts.matchAll(/runbook: (\S+)#(\S+)/g)];
  assert.equal(runbooks.length, names.length);
  for (const [, page, anchor] of runbooks) {
    const headings = [...textOf(page!).matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchorOf(title!));
    assert.ok(headings.includes(anchor!), `${page}#${anchor}`);
  }
});

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

test('every panel of the dashboard has a title, a description, a unit and the data source of the variable', () => {
  assert.equal(dashboard.templating.list.find(({ type }) => type === 'datasource')?.name, 'datasource');
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  assert.ok(panels.length > 30);
  for (const { title, description, datasource, fieldConfig, targets = [] } of panels) {
    assert.ok(title && description && fieldConfig?.defaults.unit && targets.length > 0, title);
    for (const source of [datasource, ...targets.map((target) => target.datasource)])
      assert.equal(source?.uid, `\${datasource}`, title);
  }
  assert.ok(dashboard.panels.every(({ title }) => title));
});
