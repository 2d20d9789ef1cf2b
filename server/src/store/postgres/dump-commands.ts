// The commands that back up and restore the database. PostgreSQL's own tools do it consistently beside running instances.

/** Parts of the query that libpq knows too. */
const LIBPQ_PARAMETERS = ['user', 'host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/** A command line is visible to other users of the machine, so it has no password. */
function withoutPassword(text: string): string {
  const url = new URL(text);
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (!LIBPQ_PARAMETERS.includes(name)) url.searchParams.delete(name);
  return url.href;
}

const quote = (word: string) => (/^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
const dumpIn = (folder: string) => quote(`${folder.replace(/\/+$/, '')}/finderfee.dump`);

export const dumpCommand = (url: string, folder: string): string =>
  `umask 077 && mkdir -p ${quote(folder)} && pg_dump --format=custom --schema=finderfee --file=${dumpIn(folder)} --dbname=${quote(withoutPassword(url))}`;

export const restoreCommand = (url: string, folder: string): string =>
  `pg_restore --single-transaction --no-owner --dbname=${quote(withoutPassword(url))} ${dumpIn(folder)}`;
