// The connection that checks and migrates the database before the store opens. Its errors are for the operator.
import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { type ConnectionOptions, clientConfig } from './connection-options.ts';

export async function withStartConnection<T>(
  options: ConnectionOptions,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  try {
    const client = new pg.Client(clientConfig(options));
    // If the connection is lost between two statements, the next one fails.
    client.on('error', () => {});
    await client.connect();
    try {
      return await action(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw toStartError(options, error);
  }
}

export const toStartError = ({ url }: ConnectionOptions, error: unknown): StartError =>
  error instanceof StartError ? error : new StartError(`cannot open ${placeOf(url)}: ${reasonOf(error)}`);

/** The database without its credentials. */
function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `the PostgreSQL database ${decodeURI(pathname.slice(1))} at ${searchParams.get('host') ?? host}`;
}

/** A host with several addresses fails with one error per address and an empty message. */
function reasonOf(error: unknown): string {
  const { errors, message } = error as AggregateError;
  return (message || String(errors?.[0]?.message ?? error)).replace(/\s*\n\s*/g, ' ');
}
