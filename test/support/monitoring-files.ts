// The PromQL expressions of the dashboard and of the alerts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Panel {
  type: string;
  title?: string;
  description?: string;
  datasource?: { uid: string };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string; datasource: { uid: string } }[];
}

export const dashboard = JSON.parse(readFileSync(`${root}/deploy/grafana/finderfee.json`, 'utf8')) as {
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
  panels: Panel[];
};
export const dashboardExpressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

export const ALERTS = `${root}/deploy/prometheus/alerts.yaml`;
export const alerts = readFileSync(ALERTS, 'utf8');
