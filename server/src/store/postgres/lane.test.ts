// A write connection that is closed early.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { until } from '../../../../test/support/until.ts';
import { Lane, type RunCalls } from './lane.ts';

const openLane = (url: string, run: RunCalls) =>
  new Lane({ url, prepare: true, run, isGrouped: true, onFault: () => {} });

test('a lane that is closed while it connects leaves no connection behind', async () => {
  const url = await temporaryDatabase();
  const lane = openLane(url, async () => []);
  const started = lane.start();
  await lane.close();
  await started;
  const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'finderfee'`;
  await until(async () => (await queryDatabase(url, others)).length === 0);
});
