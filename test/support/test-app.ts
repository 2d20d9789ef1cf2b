// The real application on its own SQLite files or PostgreSQL database, called in process. Every response is validated against the contract.
import { rmSync } from 'node:fs';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { AppError } from '../../server/src/app-error.ts';
import { importProducts } from '../../server/src/catalogue/import-products.ts';
import type { Clock } from '../../server/src/clock.ts';
import { compose } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { effectiveSettings } from '../../server/src/effective-settings.ts';
import { buildApp } from '../../server/src/http/app.ts';
import { KeyRing } from '../../server/src/keys/key-ring.ts';
import { createLog } from '../../server/src/log.ts';
import type { Store } from '../../server/src/store/store.ts';
import { assertConforms } from './conformance.ts';
import { temporaryDatabase } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A clock that only moves when advanced. */
export class TestClock implements Clock {
  #now_ms = Date.parse('2026-03-04T05:06:07.000Z');
  now_ms(): number {
    return this.#now_ms;
  }
  advance(ms: number): void {
    this.#now_ms += ms;
  }
}

interface TestOptions {
  /** Wraps the real store, to make its calls fail. */
  wrapStore?: (store: Store) => Store;
  /** Receives background errors. By default they are thrown. */
  onFault?: (error: unknown) => void;
  isStopping?: () => boolean;
  /** If false, the app is returned while the index is still being built. */
  waitForIndex?: boolean;
}

/** On a busy machine, a background call may wait too long; it is repeated. No test expects another fault. */
function throwUnlessBusy(error: unknown): void {
  if (error instanceof AppError && error.cause === 'the call waited too long') return;
  throw error;
}

export async function startTestApp(env: Record<string, string> = {}, options: TestOptions = {}) {
  const folder = temporaryFolder();
  const settings = {
    OFFER_LINK_HOSTS: '*',
    API_KEYS: 'test-key',
    LOG_LEVEL: 'silent',
    SEARCH_THREADS: '1',
    // The feeds that tests register do not exist.
    FEED_RUNS_AT_ONCE: '0',
    DATA_DIR: folder,
    ...(process.env.TEST_STORE === 'postgres' ? { DATABASE_URL: await temporaryDatabase() } : {}),
    ...env,
  };
  const config = readConfig(settings);
  const clock = new TestClock();
  const onFault = options.onFault ?? throwUnlessBusy;
  const { deps, stamps, startBackground, catchUp, stop } = await compose({
    config,
    clock,
    baseUrl: () => 'http://service.example',
    onFault,
    ...(options.wrapStore ? { wrapStore: options.wrapStore } : {}),
  });
  startBackground();
  const keyRing = new KeyRing(deps, config.API_KEYS);
  await stamps.watch('keys', () => keyRing.refresh());
  if (options.waitForIndex ?? true) await catchUp();
  const build = (changes: Record<string, string> = {}) =>
    buildApp({
      config: readConfig({ ...settings, ...changes }),
      deps,
      keyRing,
      settings: effectiveSettings({ ...settings, ...changes }, {}),
      log: createLog(config.LOG_LEVEL),
      ...(options.isStopping ? { isStopping: options.isStopping } : {}),
    });
  const app = await build();

  return {
    ...callerOf(app),
    clock,
    deps,
    folder,
    /** Where the service keeps its facts, for `queryFacts`. */
    data: config.DATABASE_URL ?? folder,
    keyRing,
    /** Imports products (in our JSONL format) and waits until they are searchable. */
    async stock(products: object[], feed = '') {
      const withMerchant = products.map((product) => ({ merchant: { id: '7', name: 'Kettle House' }, ...product }));
      const report = await importProducts(
        deps,
        feed,
        withMerchant.map((value, i) => ({ line: i + 1, value })),
      );
      await catchUp();
      return report;
    },
    async search(query: object | string, headers: Record<string, string> = {}) {
      const body = typeof query === 'string' ? { query } : query;
      return this.call('POST', '/v1/discovery/products/search', body, headers);
    },
    catchUp,
    /** The same service with other HTTP settings, for one check; much faster than starting another service. */
    async withSettings<T>(changes: Record<string, string>, check: (service: Caller) => Promise<T>): Promise<T> {
      const other = await build(changes);
      try {
        return await check(callerOf(other));
      } finally {
        await other.close();
      }
    },
    async stop() {
      await app.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const callerOf = (app: FastifyInstance) => ({
  app,
  /** Calls with the test key, and validates the response against the contract. */
  call: (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(app, method, url, body, headers),
});

export type Caller = ReturnType<typeof callerOf>;

async function call(app: FastifyInstance, method: string, url: string, body: unknown, headers: Record<string, string>) {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: { 'x-api-key': 'test-key', ...type, ...headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  assertConforms(method, url, response.statusCode, response.headers, response.body);
  return { status: response.statusCode, headers: response.headers, json: parse(response), body: response.body };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses that `assertConforms` has validated.
function parse({ headers, body }: { headers: object; body: string }): any {
  const { 'content-type': type } = headers as Record<string, unknown>;
  return body !== '' && String(type).startsWith('application/json') ? JSON.parse(body) : undefined;
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** Runs a check on a new application, and stops it afterwards. */
export async function withApp(env: Record<string, string>, check: (service: TestApp) => Promise<void>): Promise<void> {
  const service = await startTestApp(env);
  try {
    await check(service);
  } finally {
    await service.stop();
  }
}
