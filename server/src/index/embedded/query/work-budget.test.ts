// The limits of a search's work and memory, and when it stops.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchStopped, WorkBudget } from '../../work-budget.ts';

const MB = 2 ** 20;
const reasonOf = (work: () => void): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof SearchStopped) return error.reason;
    throw error;
  }
  return undefined;
};

function budgetOf(units: number, isAbandoned?: () => boolean): WorkBudget {
  const budget = new WorkBudget();
  budget.begin({ units, ...(isAbandoned ? { isAbandoned } : {}) });
  return budget;
}

test('a search may use exactly its units', () => {
  assert.equal(
    reasonOf(() => budgetOf(5).spend(5)),
    undefined,
  );
  assert.equal(
    reasonOf(() => budgetOf(5).spend(6)),
    'too_costly',
  );
});

test('units add up, and each search starts at 0', () => {
  const budget = budgetOf(1000);
  budget.spend(300);
  budget.spend(400);
  assert.equal(budget.spent, 700);
  budget.begin({ units: 1000 });
  assert.equal(budget.spent, 0);
});

test('an abandoned search stops within a million units', () => {
  let isAbandoned = false;
  const budget = budgetOf(Number.MAX_SAFE_INTEGER, () => isAbandoned);
  budget.spend(1);
  isAbandoned = true;
  const spendAll = () => {
    while (budget.spent < 5_000_000) budget.spend(1000);
  };
  assert.equal(reasonOf(spendAll), 'abandoned');
  assert.ok(budget.spent <= 1_001_000, `it went on for ${budget.spent} units`);
});

test('a search over its units is too costly, even if it was abandoned', () => {
  assert.equal(
    reasonOf(() => budgetOf(5, () => true).spend(6)),
    'too_costly',
  );
});

test('the abandoned flag is not read for every unit', () => {
  let reads = 0;
  const budget = budgetOf(Number.MAX_SAFE_INTEGER, () => ++reads < 0);
  for (let i = 0; i < 3000; i++) budget.spend(1000);
  assert.ok(reads >= 2 && reads <= 4, `it was read ${reads} times in three million units`);
});

test('a search may hold 256 MB, and memory costs units', () => {
  const budget = budgetOf(Number.MAX_SAFE_INTEGER);
  budget.allocate(255 * MB);
  assert.ok(budget.spent >= 10 * MB);
  budget.allocate(MB);
  assert.equal(
    reasonOf(() => budget.allocate(1)),
    'too_costly',
  );
  budget.begin({ units: Number.MAX_SAFE_INTEGER });
  assert.equal(
    reasonOf(() => budget.allocate(MB)),
    undefined,
    'the next search begins with none',
  );
});

test('an unlimited search may hold more', () => {
  assert.equal(
    reasonOf(() => budgetOf(Number.POSITIVE_INFINITY).allocate(1000 * MB)),
    undefined,
  );
});
