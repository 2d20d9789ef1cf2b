import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CRITERIA_SETS, MAX_SYNONYM_EDITS } from '../config-store.ts';
import { MAX_FEEDS } from '../feed-store.ts';
import { refuseInsert, refuseUpsert } from './capacity.ts';

const MAXIMA = { criteria_sets: MAX_CRITERIA_SETS, feeds: MAX_FEEDS, synonym_edits: MAX_SYNONYM_EDITS } as const;

for (const table of ['criteria_sets', 'feeds', 'synonym_edits'] as const)
  test(`${table} are full at their limit; existing ones can still be replaced`, () => {
    const full = () => MAXIMA[table];
    const hasRoom = () => MAXIMA[table] - 1;
    assert.deepEqual([refuseInsert(table, false, full), refuseInsert(table, false, hasRoom)], ['full', null]);
    assert.deepEqual([refuseUpsert(table, false, full), refuseUpsert(table, false, hasRoom)], ['full', null]);
    assert.deepEqual([refuseInsert(table, true, full), refuseUpsert(table, true, full)], ['exists', null]);
  });
