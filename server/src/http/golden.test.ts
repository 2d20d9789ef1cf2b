// Recorded requests of the reference stack get the recorded answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import type { InjectOptions } from 'fastify';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

interface Entry {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  content: string | null;
  /** Null: the request passes validation. */
  status: number | null;
  response: unknown;
}

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

/** Criterion fields added to the specification follow its own wherever all are listed. */
function withOurKinds(recorded: string): string {
  const ours = CRITERION_FIELDS.map((field) => `'${field}'`).join(', ');
  return recorded.replace(/'any', 'name\|\|description\|\|brand', [^"]*'availability'/g, (specified) => {
    assert.ok(ours.startsWith(specified), ours);
    return ours;
  });
}

test('every recorded request gets the recorded answer', async () => {
  const recorded = readFileSync(`${import.meta.dirname}/../../../test/golden-422.json`, 'utf8');
  const entries = JSON.parse(withOurKinds(recorded)) as Entry[];
  const mismatches: string[] = [];
  for (const entry of entries) {
    const response = await service.app.inject({
      method: entry.method as NonNullable<InjectOptions['method']>,
      url: entry.path,
      headers: entry.headers,
      ...(entry.content === null ? {} : { payload: entry.content }),
    });
    const matches =
      entry.status === null
        ? ![403, 422, 500].includes(response.statusCode)
        : response.statusCode === entry.status && isDeepStrictEqual(response.json(), entry.response);
    if (!matches) mismatches.push(`${entry.name}: ${entry.content}\n  ${response.statusCode} ${response.body}`);
  }
  console.log(`matched ${entries.length - mismatches.length} of ${entries.length}`);
  assert.deepEqual(mismatches, []);
});
