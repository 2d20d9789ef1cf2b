// Instances of the service whose index is in OpenSearch, and what their tests ask them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { temporaryDatabase } from './postgres-server.ts';
import type { ServerProcess } from './server-process.ts';
import { poll } from './until.ts';

/** Far more than the service needs: tests share the machine with others. */
const MAX_RECOVERY_MS = 60_000;
const SEARCH = '/v1/discovery/products/search';

/** Settings of instances on a new database, with an index of their own on these nodes. */
export const openSearchSettings = async (nodes: readonly string[]) => ({
  LOG_LEVEL: 'warn',
  OFFER_LINK_HOSTS: '*',
  LEASE_TTL_S: '1',
  SEARCH_THREADS: '1',
  DATABASE_URL: await temporaryDatabase(),
  OPENSEARCH_URL: nodes.join(),
  OPENSEARCH_INDEX_PREFIX: `faults-${randomBytes(6).toString('hex')}`,
  OPENSEARCH_REPLICAS: '0',
});

/** A product of a catalogue whose words repeat, with a version that changes them. */
export const kettle = (n: number, version = 0) => ({
  id: `k${n}`,
  name: `${['Copper', 'Steel', 'Glass'][(n + version) % 3]} ${['kettle', 'teapot'][n % 2]} ${n}`,
  brand: ['Boil', 'Steam', 'Whistle'][(n + version) % 3],
  category: 'Kitchen',
  final_price: 10 + n,
  currency: 'USD',
  merchant: { name: 'Boil and Brew' },
});

export const kettles = (count: number, version = 0) => Array.from({ length: count }, (_, n) => kettle(n, version));

export const post = (instance: ServerProcess, path: string, body: unknown): Promise<Response> =>
  instance.request(path, { method: 'POST', body: JSON.stringify(body) });

export const search = (instance: ServerProcess, body: object): Promise<Response> => post(instance, SEARCH, body);

export async function importProducts(instance: ServerProcess, products: readonly object[]): Promise<void> {
  const response = await post(instance, '/v1/catalogue/products', { products });
  assert.equal(response.status, 200, await response.text());
}

/** Ids of the products that a query finds, best first; undefined while searches fail. */
export async function idsFound(instance: ServerProcess, query: string): Promise<string[] | undefined> {
  const response = await search(instance, { query, per_page: 100 });
  if (response.status !== 200) return undefined;
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}

export async function waitUntilFound(instance: ServerProcess, query: string, count: number): Promise<void> {
  let found: string[] | undefined;
  const isFound = async () => {
    found = await idsFound(instance, query);
    return found?.length === count;
  };
  const isDone = await poll(isFound, { within_ms: MAX_RECOVERY_MS, every_ms: 50 });
  assert.ok(
    isDone,
    `${count} products expected, ${found?.length} found; the log: ${instance.output.stderr.slice(-2000)}`,
  );
}

/** A metric, with its labels if it has some. */
export async function metric(instance: ServerProcess, name: string): Promise<number> {
  const lines = (await (await instance.request('/metrics')).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
}

/** Whether the instance writes the index. */
export const isWriter = async (instance: ServerProcess): Promise<boolean> =>
  /^finderfee_lease_held\{lease="indexer-[^"]+"\} 1$/m.test(await (await instance.request('/metrics')).text());

/** `degraded` of /readyz; undefined if the instance is not ready. */
export async function degradedParts(instance: ServerProcess): Promise<string | undefined> {
  const response = await instance.request('/readyz');
  const { degraded } = (await response.json()) as { degraded?: string[] };
  return response.status === 200 ? degraded!.join() : undefined;
}

/** Requests to OpenSearch itself. */
export class OpenSearchApi {
  readonly #url: string;
  readonly #prefix: string;

  constructor(url: string, { OPENSEARCH_INDEX_PREFIX }: { OPENSEARCH_INDEX_PREFIX: string }) {
    this.#url = url;
    this.#prefix = OPENSEARCH_INDEX_PREFIX;
  }

  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#url}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${answer}`);
    return JSON.parse(answer) as T;
  }

  /** Names of the indexes of the installation, oldest first. */
  async indexes(): Promise<string[]> {
    const found = await this.request<{ index: string }[]>('GET', `_cat/indices/${this.#prefix}-*?format=json&h=index`);
    const generationOf = (name: string) => Number(name.split('-').at(-1));
    return found.map(({ index }) => index).sort((a, b) => generationOf(a) - generationOf(b));
  }

  async liveIndex(): Promise<string> {
    return (await this.indexes()).at(-1)!;
  }

  async deleteIndexes(): Promise<void> {
    await this.request('DELETE', `${this.#prefix}-*`);
  }
}
