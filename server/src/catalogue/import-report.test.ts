// Limits of what an import report counts and lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportReport } from './import-report.ts';

test('a report keeps up to 200 reasons, 10,000 rows and 80 characters of a value', () => {
  const report = new ImportReport();
  const fault = { field: 'barcode', reason: 'is wrong', value: 'x'.repeat(81) };
  for (let i = 0; i < 2; i++) report.drop(fault);
  report.warn(fault);
  for (let line = 1; line <= 10_001; line++) report.reject(line, fault);
  for (let i = 1; i <= 200; i++) report.reject(1, { field: 'id', reason: `${i}` });
  report.reject(1, fault);
  const { dropped, warnings, reasons, rejected, faults } = report;
  assert.deepEqual([dropped, warnings], [{ 'barcode is wrong': 2 }, { 'barcode is wrong': 1 }]);
  assert.deepEqual([reasons['barcode is wrong'], reasons['id 199'], reasons['id 200']], [10_002, 1, undefined]);
  assert.deepEqual([rejected, faults.length, faults.at(-1)!.line], [10_202, 10_000, 10_000]);
  assert.deepEqual(faults[0], { line: 1, ...fault, value: 'x'.repeat(80) });
  assert.ok(!report.summary().includes('"faults"'));
});
