// The index in OpenSearch fulfils the contract of the index ports.
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { testLease } from '../../../../test/support/test-lease.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { indexContract } from '../contract-suite.ts';
import { logOf, UNLEARNED } from '../learning-contract.ts';
import { OpenSearchClient } from './client.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const nodes = await sharedNodes();
const shards = Number(process.env.OPENSEARCH_TEST_SHARDS ?? 1);
const run = `contract-${randomBytes(4).toString('hex')}`;
const client = new OpenSearchClient({ nodes });
after(() => client.close());

const onFault = (error: unknown) => {
  throw error;
};
let opened = 0;

indexContract(`the index in OpenSearch with ${shards} shards`, {
  open: async ({ log = logOf([]), artefacts = UNLEARNED } = {}) => {
    // Each index has a store of its own, which names its generations.
    const store = await openSqliteStore({ folder: temporaryFolder(), own: true });
    const prefix = `${run}-${++opened}`;
    const index = await openOpenSearchIndex({
      ...{ log, artefacts, store, lease: testLease(store), onFault, shards, replicas: 0, threads: 1 },
      client: { nodes },
      prefix,
    });
    const close = index.close.bind(index);
    index.close = async () => {
      await close();
      await store.close();
      await client.request({ method: 'DELETE', path: `/${prefix}-*`, deadline_ms: 60_000 });
    };
    return index;
  },
  settle: async () => {},
});
