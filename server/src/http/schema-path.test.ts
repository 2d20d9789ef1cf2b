// The order of faults in a 422.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { compareKeys, declaredOrder, type Key } from './schema-path.ts';

test('faults are ordered by declaration, then as sent, and each object is listed once', () => {
  let listings = 0;
  const names = Array.from({ length: 1000 }, (_, i) => `utm_${i}`);
  const utm = new Proxy(Object.fromEntries(names.map((name) => [name, 1])), {
    ownKeys: (target) => {
      listings++;
      return Reflect.ownKeys(target);
    },
  });
  const schema = z.object({ email: z.string(), tags: z.array(z.string()), utm: z.record(z.string(), z.string()) });
  const keyOf = declaredOrder(schema, { late: 1, utm, tags: [1, 2], email: 1 });
  const ordered: Key[][] = [
    ['email'],
    ['tags'],
    ['tags', 0],
    ['tags', 1],
    ...names.map((name) => ['utm', name]),
    ['late'],
  ];
  const sorted = [...ordered].reverse().map((path) => ({ path, key: keyOf(path) }));
  sorted.sort((a, b) => compareKeys(a.key, b.key));
  assert.deepEqual(
    sorted.map(({ path }) => path),
    ordered,
  );
  assert.equal(listings, 1);
});
