// Opens indexes in OpenSearch whose data are deleted when they are closed.
import { randomBytes } from 'node:crypto';
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
      // These tests are about results. On a busy machine, expensive filters take longer than a search may.
      client: { nodes: this.#nodes, deadline_ms: 60_000 },
      // The generations of each index are named apart.
      store: {
        newestArtefact: ({ kind }) => store.newestArtefact({ kind: `${prefix} ${kind}` }),
        saveArtefact: ({ kind, ...artefact }) => store.saveArtefact({ kind: `${prefix} ${kind}`, ...artefact }),
      },
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
