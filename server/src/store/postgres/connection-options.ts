// How connections to PostgreSQL are made. Nothing uses session state, so that PgBouncer may sit in between.
import pg from 'pg';

export interface ConnectionOptions {
  url: string;
  /** Whether statements are prepared under a name. Poolers without support for that need unnamed ones. */
  prepare: boolean;
}

/** A server that does not answer within this time counts as unavailable. */
const CONNECT_TIMEOUT_MS = 3000;

const INT8 = 20;

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the safe integers`);
  return value;
}

export const clientConfig = ({ url }: ConnectionOptions): pg.ClientConfig => ({
  connectionString: withLibpqSslModes(url),
  application_name: 'finderfee',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? toSafeInteger : pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig,
});

/** Without this the driver treats `require` and `verify-ca` as `verify-full`, and warns. */
function withLibpqSslModes(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}
