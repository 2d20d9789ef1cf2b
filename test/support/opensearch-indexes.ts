// Opens indexes in OpenSearch whose data are deleted when they are closed.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { AppError } from '../../server/src/app-error.ts';
import type { Artefacts } from '../../server/src/index/artefacts.ts';
import type { ChangeLog } from '../../server/src/index/change-log.ts';
import { logOf, UNLEARNED } from '../../server/src/index/learning-contract.ts';
import { OpenSearchClient } from '../../server/src/index/opensearch/client.ts';
import { openOpenSearchIndex } from '../../server/src/index/opensearch/opensearch-index.ts';
import type { SearchIndex } from '../../server/src/index/port.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testLease } from './test-lease.ts';

const onFault = (error: unknown) => {
  throw error;
};

const AVAILABLE_WITHIN_MS = 60_000;
const RETRY_AFTER_MS = ERRORS.search_unavailable.retry_after_s * 1000;

export class OpenSearchIndexes {
  readonly #nodes: readonly string[];
  readonly #client: OpenSearchClient;
  readonly #shards: number;
  readonly #prefix = `test-${randomBytes(4).toString('hex')}`;
  /** Takes seconds to open, so all indexes share one. */
  readonly #store = openSqliteStore({ folder: temporaryFolder(), own: true });
  #opened = 0;

  constructor(nodes: readonly string[], shards: number) {
    this.#nodes = nodes;
    this.#client = new OpenSearchClient({ nodes });
    this.#shards = shards;
  }

  async open({
    log = logOf([]),
    artefacts = UNLEARNED,
  }: {
    log?: ChangeLog;
    artefacts?: Artefacts;
  } = {}): Promise<SearchIndex> {
    const store = await this.#store;
    const prefix = `${this.#prefix}-${++this.#opened}`;
    const index = await openOpenSearchIndex({
      ...{ log, artefacts, onFault, prefix, shards: this.#shards, replicas: 0, threads: 1 },
      lease: testLease(store),
      client: { nodes: this.#nodes },
      // The generations of each index are named apart.
      store: {
        newestArtefact: ({ kind }) => store.newestArtefact({ kind: `${prefix} ${kind}` }),
        saveArtefact: ({ kind, ...artefact }) => store.saveArtefact({ kind: `${prefix} ${kind}`, ...artefact }),
      },
    });
    const search = index.search.bind(index);
    // These tests are about results. On a busy machine, expensive filters may exceed the deadline of a search. They are
    // repeated one at a time, so that they do not exceed it together again.
    let repeated: Promise<unknown> = Promise.resolve();
    index.search = (...given) =>
      search(...given).catch((error) => {
        if (!isUnavailable(error)) throw error;
        const repeat = repeated.then(() => repeatWhileUnavailable(() => search(...given)));
        repeated = repeat.catch(() => {});
        return repeat;
      });
    const close = index.close.bind(index);
    index.close = async () => {
      await close();
      await this.#client.request({ method: 'DELETE', path: `/${prefix}-*`, deadline_ms: 60_000 });
    };
    return index;
  }

  async close(): Promise<void> {
    await (await this.#store).close();
    await this.#client.close();
  }
}

/** As a client does after Retry-After. */
async function repeatWhileUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + AVAILABLE_WITHIN_MS; ; ) {
    await sleep(RETRY_AFTER_MS);
    try {
      return await ask();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() >= end) throw error;
    }
  }
}

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'search_unavailable';
