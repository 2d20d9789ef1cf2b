// Queries a PostgreSQL database directly, beside the service under test.
import pg from 'pg';

export async function withClient<T>(url: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A test may end the server meanwhile; the query that is affected fails.
  client.on('error', () => {});
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** Rows of a query. Tables need no schema in front. */
export const queryDatabase = (url: string, sql: string): Promise<Record<string, unknown>[]> =>
  withClient(url, async (client) => {
    await client.query('SET search_path = finderfee, public');
    return (await client.query(sql)).rows;
  });
