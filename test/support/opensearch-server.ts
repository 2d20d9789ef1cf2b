// A real OpenSearch for the tests: the one that OPENSEARCH_TEST_URL names.

/** URLs of the nodes that tests share. They use index names of their own. */
export function sharedNodes(): string[] {
  const { OPENSEARCH_TEST_URL } = process.env;
  if (!OPENSEARCH_TEST_URL) throw new Error('set OPENSEARCH_TEST_URL to the URL of an OpenSearch 3.6 for tests');
  return OPENSEARCH_TEST_URL.split(',');
}
