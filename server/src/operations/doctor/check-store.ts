// The SQLite files of the data folder, or the database.
import type { DatabaseInspection, FolderInspection } from '../../store/store-inspection.ts';
import {
  attention,
  type Check,
  type CheckDeps,
  failed,
  ok,
  plural,
  RUN_AS_OWNER,
  size,
  type Verdict,
} from './check.ts';

const OLDER = 'start this version of the service once; it migrates when it starts';
/** A feed run or a command opens up to three connections beside those of the instances. */
const SPARE_CONNECTIONS = 3;

const isDenied = (fault: string): boolean => fault.includes('EACCES');

const ofFolder =
  (check: (found: FolderInspection, deps: CheckDeps) => Verdict): Check =>
  async (deps) => {
    if (deps.config.DATABASE_URL !== undefined) return null;
    if ('fault' in deps.inspection) {
      const { fault } = deps.inspection;
      return failed(fault, isDenied(fault) ? RUN_AS_OWNER : 'check the data folder');
    }
    const { value } = deps.inspection;
    return value.engine === 'sqlite' ? check(value, deps) : null;
  };

/** Only the check of the connection reports a database that cannot be reached. */
const ofDatabase =
  (check: (found: DatabaseInspection, deps: CheckDeps) => Verdict): Check =>
  async (deps) =>
    'value' in deps.inspection && deps.inspection.value.engine === 'postgres'
      ? check(deps.inspection.value, deps)
      : null;

export const checkFiles = ofFolder(({ files }, { place }) => {
  const faulty = files.flatMap(({ fault }) => fault ?? []);
  if (faulty.length > 0)
    return failed(
      faulty.join('; '),
      faulty.every(isDenied) ? RUN_AS_OWNER : 'run the version that wrote it, or restore a backup',
    );
  const missing = files.filter(({ schema }) => schema === null).map(({ name }) => name);
  if (missing.length === files.length)
    return failed(`${place} is not an installation`, 'set DATA_DIR to the folder of the installation');
  if (missing.length > 0) return failed(`missing or empty in ${place}: ${missing.join(', ')}`, 'restore a backup');
  const seen = files.map(({ name, bytes, schema }) => `${name} ${size(bytes)} schema ${schema}`).join(', ');
  if (files.some(({ schema, program_schema }) => schema! < program_schema)) return attention(seen, OLDER);
  const unchecked = files.filter(({ is_checked }) => !is_checked).map(({ name }) => name);
  return ok(`${seen}; quick_check ${unchecked.length === 0 ? 'ok' : `took too long for ${unchecked.join(', ')}`}`);
});

export const checkDatabase: Check = async ({ config, inspection, place }) => {
  if (config.DATABASE_URL === undefined) return null;
  if ('fault' in inspection) return failed(inspection.fault, 'check DATABASE_URL, the network and the server');
  const found = inspection.value as DatabaseInspection;
  if (found.refusal !== null) return failed(found.refusal, 'the service does not start until then');
  return ok(
    `PostgreSQL ${found.version}, ${place}, ${size(found.bytes)}; its free disk space is not visible from here`,
  );
};

export const checkSchema = ofDatabase(({ schema, program_schema, oldest_reader }, { place, hint }) => {
  if (schema === 0)
    return failed(
      `${place} has no schema finderfee`,
      `set DATABASE_URL to the installation, or create it: ${hint('migrate-schema')}`,
    );
  const seen = `version ${schema}, this program has ${program_schema}`;
  if (oldest_reader > program_schema) return failed(`${seen} and is too old for it`, 'run the newer version');
  if (schema < program_schema) return attention(seen, `${OLDER}, or run ${hint('migrate-schema')} as the owner`);
  return ok(seen);
});

const isDurable = ({ fsync, full_page_writes, synchronous_commit }: DatabaseInspection) =>
  ![fsync, full_page_writes, synchronous_commit].includes('off');

export const checkDurability = ofDatabase((found) => {
  const { fsync, full_page_writes, synchronous_commit } = found;
  const seen = `fsync=${fsync}, full_page_writes=${full_page_writes}, synchronous_commit=${synchronous_commit}`;
  if (isDurable(found)) return ok(seen);
  return failed(
    seen,
    'turn on what is off: a crash could lose acknowledged writes; the service does not start until then',
  );
});

export const checkCollation = ofDatabase(({ collation: { recorded, actual } }) => {
  if (recorded === actual) return ok(recorded === null ? 'without a version, as C' : `version ${recorded}`);
  return attention(
    `indexes were built with version ${recorded ?? 'unknown'}, the system has ${actual ?? 'none'}: they may be out of order`,
    'run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION',
  );
});

export const checkConnections = ofDatabase(({ max_connections, live_instances }, { config: { DATABASE_POOL } }) => {
  const instances = Math.max(1, live_instances);
  const needed = instances * DATABASE_POOL + SPARE_CONNECTIONS;
  const seen = `${plural(live_instances, 'live instance')}, DATABASE_POOL=${DATABASE_POOL}, the server allows ${max_connections}`;
  if (needed <= max_connections) return ok(seen);
  return attention(
    `${seen}; ${plural(instances, 'instance')} may need ${needed}`,
    'raise max_connections, lower DATABASE_POOL, or put PgBouncer in between',
  );
});

export const checkOpening: Check = async ({ store }) => {
  if (store === null) return null;
  if ('fault' in store) return failed(store.fault, 'jobs, feeds and webhooks were not checked: correct this first');
  const { changes } = await store.value.readStamps({});
  return ok(`answers; the catalogue is at change ${changes}`);
};
