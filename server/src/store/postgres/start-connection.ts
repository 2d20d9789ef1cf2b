// The connection that checks and migrates the database before the store opens. Its errors are for the operator.
import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { type ConnectionOptions, clientConfig } from './connection-options.ts';
import { placeOf } from './place-of.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const NOT_PERMITTED =
  'the role of DATABASE_URL may not create, change or read the schema finderfee: run `npx finderfee migrate-schema` with the role that owns it, and see docs/scaling.md for the rights of the service';

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

export function toStartError({ url }: ConnectionOptions, error: unknown): StartError {
  if (error instanceof StartError) return error;
  if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return new StartError(NOT_PERMITTED);
  return new StartError(`cannot open ${placeOf(url)}: ${reasonOf(error)}`);
}

/** A host with several addresses fails with one error per address and an empty message. */
function reasonOf(error: unknown): string {
  const { errors, message } = error as AggregateError;
  return (message || String(errors?.[0]?.message ?? error)).replace(/\s*\n\s*/g, ' ');
}
