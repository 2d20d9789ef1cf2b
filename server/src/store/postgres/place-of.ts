// How messages name a database.

/** The database without its credentials. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `the PostgreSQL database ${decodeURI(pathname.slice(1))} at ${searchParams.get('host') ?? host}`;
}
