// The index engine of an installation. No other file of the service imports an index adapter.
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Artefacts } from './index/artefacts.ts';
import type { ChangeLog } from './index/change-log.ts';
import { openEmbeddedIndex } from './index/embedded/embedded-index.ts';
import { StartError } from './start-error.ts';

const PRODUCT_NUMBERS_PER_MB = 2 ** 18;
const UNITS_PER_MILLION = 1_000_000;

interface Options {
  log: ChangeLog;
  artefacts: Artefacts;
  onFault: (error: unknown) => void;
}

export function openIndex(config: Config, options: Options) {
  if (config.OPENSEARCH_URL) throw new StartError('OPENSEARCH_URL is not supported by this version');
  return openEmbeddedIndex({
    ...options,
    folder: folderOf(config),
    result_cache_size: config.SEARCH_CACHE_MB * PRODUCT_NUMBERS_PER_MB,
    max_units: config.SEARCH_WORK_LIMIT * UNITS_PER_MILLION,
    ...(config.SEARCH_THREADS === undefined ? {} : { threads: config.SEARCH_THREADS }),
  });
}

/** An index for a command that runs beside the service: it reads the service's index files and does not change them. */
export const openReadOnlyIndex = (config: Config, options: Options) =>
  openEmbeddedIndex({ ...options, folder: folderOf(config), is_read_only: true });

const folderOf = ({ DATA_DIR }: Config) => join(DATA_DIR, 'index');
