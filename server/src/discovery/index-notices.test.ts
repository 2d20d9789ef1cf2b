// Index log messages: long work every three seconds, readiness once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deps } from '../deps.ts';
import type { Notices } from '../log.ts';
import type { IndexWork } from './index-manager.ts';
import { IndexNotices } from './index-notices.ts';

test('work is logged every three seconds, its end once, and readiness with the time it took', (t) => {
  let now_ms = 500;
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(performance, 'now', () => now_ms);
  let [work, isReady]: [IndexWork | null, boolean] = [{ step: 'opening', progress: null }, false];
  const logged: [seconds: number, ...unknown[]][] = [];
  const log = (...line: unknown[]) => logged.push([(now_ms - 500) / 1000, ...line]);
  const index = { figures: () => ({ products: 7 }) } as Deps['index'];
  const deps = { index, indexWork: () => work, isIndexReady: () => isReady };
  const notices = new IndexNotices(deps, { info: log, warn: log } as unknown as Notices);
  /** The messages logged while the given time passes. */
  const during = (seconds: number) => {
    logged.length = 0;
    for (let looks = 0; looks < seconds * 4; looks++) {
      now_ms += 250;
      t.mock.timers.tick(250);
    }
    return [...logged];
  };
  const BUILT = 'the index is being built';

  notices.start();
  assert.deepEqual(during(2.75), []);
  assert.deepEqual(during(1), [[3, { step: 'opening' }, BUILT]]);
  work = { step: 'filling', progress: 0.999 };
  assert.deepEqual(during(2.5), [[6, { step: 'filling', percent: 99 }, BUILT]]);
  [work, isReady] = [null, true];
  assert.deepEqual(during(5), [[6.5, { products: 7, seconds: 6.5 }, 'ready: searches are answered']]);
  work = { step: 'updating', progress: 0.5 };
  assert.deepEqual(during(2.75), [], 'short work is not logged');
  work = null;
  assert.deepEqual(during(0.5), []);
  work = { step: 'updating', progress: 0.5 };
  assert.deepEqual(during(3), [[17.5, { step: 'updating', percent: 50 }, BUILT]]);
  work = null;
  assert.deepEqual(during(2), [[17.75, { products: 7 }, 'the index is up to date']]);
  isReady = false;
  work = { step: 'opening', progress: null };
  assert.deepEqual(during(1), [[19.75, 'not ready: the index failed and is being rebuilt']]);
  notices.stop();
  assert.deepEqual(during(10), []);
});
