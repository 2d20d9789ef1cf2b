// The settings, read once at the start. All errors are reported together.
import type { z } from 'zod';
import type { DiskLimit } from './free-disk.ts';
import { type GivenSettings, givenSettings, type SettingOptions } from './given-settings.ts';
import { readOpenSearchUrl } from './opensearch-url.ts';
import { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export type Config = Readonly<z.output<typeof Settings>>;

/** With a database, writes do not go to the disk of the data folder. */
export const diskLimit = ({ DATA_DIR, DATABASE_URL, MIN_FREE_DISK_MB }: Config): DiskLimit => ({
  folder: DATA_DIR,
  min_bytes: DATABASE_URL === undefined ? MIN_FREE_DISK_MB * 1e6 : 0,
});

/** Nodes and credentials of OpenSearch; undefined if the index is in files. */
export function openSearchCluster({ OPENSEARCH_URL, OPENSEARCH_API_KEY, OPENSEARCH_CA }: Config) {
  if (OPENSEARCH_URL === undefined) return undefined;
  return {
    ...OPENSEARCH_URL,
    ...(OPENSEARCH_API_KEY === undefined ? {} : { authorization: `ApiKey ${OPENSEARCH_API_KEY}` }),
    ...(OPENSEARCH_CA === undefined ? {} : { ca: OPENSEARCH_CA }),
  };
}

/** Limits and folder for downloading feeds. */
export const fetchEnvironment = (config: Config) => ({
  private_hosts: config.FEED_PRIVATE_HOSTS,
  max_bytes: config.FEED_MAX_MB * 1e6,
  folder: `${config.DATA_DIR}/downloads`,
  disk: diskLimit(config),
});

export function readConfig(env: NodeJS.ProcessEnv, options: SettingOptions = {}): Config {
  const given = givenSettings(env, options);
  const texts = Object.fromEntries(Object.entries(given.settings).map(([name, { text }]) => [name, text]));
  const result = Settings.safeParse(texts);
  const faults = [
    ...(result.error?.issues ?? []).map(({ path, message }) => `${given.settings[String(path[0])]!.label} ${message}`),
    ...given.faults,
    ...conflicts(given.settings),
    ...openSearchConflicts(given.settings),
  ];
  if (faults.length > 0)
    throw new StartError(`invalid configuration:\n${faults.map((line) => `  ${line}`).join('\n')}`);
  return Object.freeze(result.data!);
}

type Given = GivenSettings['settings'];

/** Settings that do not fit together. One whose file cannot be used counts as set. */
function conflicts(set: Given): string[] {
  const faults: [boolean, string][] = [
    [Boolean(set.JWT_JWKS_URL && set.JWT_SECRET), 'JWT_JWKS_URL and JWT_SECRET cannot both be set'],
    [Boolean(set.CHAT_BASE_URL) !== Boolean(set.CHAT_MODEL), 'CHAT_BASE_URL and CHAT_MODEL must be set together'],
    [Boolean(set.CHAT_API_KEY && !set.CHAT_BASE_URL), 'CHAT_API_KEY requires CHAT_BASE_URL'],
    ...['JWT_ISSUER', 'JWT_AUDIENCE'].map((name): [boolean, string] => [
      Boolean(set[name] && !set.JWT_JWKS_URL && !set.JWT_SECRET),
      `${name} requires JWT_JWKS_URL or JWT_SECRET`,
    ]),
  ];
  return faults.filter(([isFault]) => isFault).map(([, message]) => message);
}

function openSearchConflicts(set: Given): string[] {
  const { OPENSEARCH_URL: url, OPENSEARCH_API_KEY, OPENSEARCH_CA } = set;
  if (url === undefined) {
    const others = Object.keys(set).filter((name) => name.startsWith('OPENSEARCH_'));
    return others.map((name) => `${name} requires OPENSEARCH_URL`);
  }
  const read = url.text === undefined ? '' : readOpenSearchUrl(url.text);
  const nodes = typeof read === 'string' ? undefined : read;
  const faults: [boolean, string][] = [
    [set.DATABASE_URL === undefined, 'OPENSEARCH_URL requires DATABASE_URL: the catalogue must be in PostgreSQL'],
    [
      Boolean(OPENSEARCH_API_KEY && nodes?.authorization),
      'OPENSEARCH_API_KEY and a user in OPENSEARCH_URL cannot both be set',
    ],
    [
      Boolean(OPENSEARCH_CA && nodes && !nodes.nodes.some((node) => node.startsWith('https:'))),
      'OPENSEARCH_CA requires https in OPENSEARCH_URL',
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, message]) => message);
}
