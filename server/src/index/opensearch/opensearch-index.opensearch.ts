// The index in OpenSearch fulfils the contract of the index ports.
import { after } from 'node:test';
import { OpenSearchIndexes } from '../../../../test/support/opensearch-indexes.ts';
import { sharedNodes } from '../../../../test/support/opensearch-server.ts';
import { indexContract } from '../contract-suite.ts';

const shards = Number(process.env.OPENSEARCH_TEST_SHARDS ?? 1);
const indexes = new OpenSearchIndexes(await sharedNodes(), shards);
after(() => indexes.close());

indexContract(`the index in OpenSearch with ${shards} shards`, {
  open: (given) => indexes.open(given),
  settle: async () => {},
});
