// The settings, read once from the environment. All errors are reported together.
import { DEFAULT_KEYLESS, FEATURES, type Feature, KEYLESS_GROUPS } from '@finderfee/contract/endpoint.ts';
import { z } from 'zod';
import type { DiskLimit } from './free-disk.ts';
import { readOpenSearchUrl } from './opensearch-url.ts';
import {
  BYTE_RATE,
  bool,
  databaseUrl,
  days,
  hostNames,
  isHostList,
  isHttpUrl,
  isOrigin,
  isPublicUrl,
  listOf,
  openSearchUrl,
  pemFile,
  RATE,
  rateOrNone,
  rule,
  toByteRate,
  toRate,
  trustProxy,
  visibleAscii,
  wholeNumber,
  withoutTrailingSlash,
  words,
} from './setting-rules.ts';
import { StartError } from './start-error.ts';

const Settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65535).default(8080),
  // The URL that clients use. Its path is a prefix that a proxy strips.
  PUBLIC_URL: rule('must be an http or https URL without credentials, query or fragment', isPublicUrl)
    .transform(withoutTrailingSlash)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  // Without it, state is in SQLite files in DATA_DIR. Error messages must not repeat it.
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber(10, 1000).default(14),
  DATABASE_PREPARE: bool.default(true),
  // Without it, the index is in files in DATA_DIR. Error messages must not repeat it, nor the key.
  OPENSEARCH_URL: openSearchUrl.optional(),
  OPENSEARCH_API_KEY: visibleAscii.optional(),
  OPENSEARCH_CA: pemFile.optional(),
  OPENSEARCH_INDEX_PREFIX: rule(
    'must be up to 100 lower-case letters, digits, dots, hyphens and underscores, starting with a letter or digit',
    (value) => /^[a-z0-9][a-z0-9._-]{0,99}$/.test(value),
  ).default('finderfee'),
  OPENSEARCH_SHARDS: wholeNumber(1, 1024).default(1),
  OPENSEARCH_REPLICAS: wholeNumber(0, 100).default(1),
  // Keys are sent in a header, so they are visible ASCII. Error messages must not repeat them.
  API_KEYS: rule('must be a list of keys of visible ASCII characters', (value) =>
    words(value).every((key) => /^[!-~]+$/.test(key)),
  )
    .transform(words)
    .default([]),
  KEYLESS: listOf(KEYLESS_GROUPS).default([...DEFAULT_KEYLESS]),
  FEATURES_OFF: listOf(FEATURES).default([] as Feature[]),
  SESSION_TTL_S: wholeNumber(1, 30 * 24 * 3600).default(1800),
  SESSION_MAX_RESULTS: wholeNumber(1, 10_000).default(1000),
  RATE_LIMIT: rule('must be a rate like 600/min (s, min or h)', (value) => RATE.test(value))
    .transform(toRate)
    .optional(),
  KEYLESS_RATE_LIMIT: rateOrNone('must be none, or a rate like 1200/min (s, min or h)', RATE, toRate).default(
    toRate('1200/min'),
  ),
  KEYLESS_BYTES_LIMIT: rateOrNone(
    'must be none, or a rate like 20MB/min (KB, MB or GB; s, min or h)',
    BYTE_RATE,
    toByteRate,
  ).default(toByteRate('20MB/min')),
  POSTBACK_RATE_LIMIT: rateOrNone('must be none, or a rate like 6000/min (s, min or h)', RATE, toRate).default(
    toRate('6000/min'),
  ),
  MIN_FREE_DISK_MB: wholeNumber(0, 999_999_999).default(100),
  // Default: any host in a demo, otherwise the hosts of the catalogue. A keyless offer must not turn the operator's
  // domain into an open redirect.
  OFFER_LINK_HOSTS: rule('must be *, catalogue, or a list of hosts like shop.example or *.shop.example', isHostList)
    .transform((value) => (value === '*' || value === 'catalogue' ? value : words(value.toLowerCase())))
    .optional(),
  TRUST_PROXY: z.string().transform(trustProxy).default(false),
  CORS_ORIGINS: rule('must be * or a list of origins like https://shop.example', (value) =>
    words(value).every(isOrigin),
  )
    .transform(words)
    .default([]),
  JWT_JWKS_URL: rule('must be an http or https URL', isHttpUrl).optional(),
  // RFC 7518, 3.2: a shorter secret can be brute-forced from one token.
  JWT_SECRET: rule('must be at least 32 bytes long', (value) => Buffer.byteLength(value) >= 32).optional(),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  // The chat model, at any OpenAI-compatible endpoint. Error messages must not repeat the key.
  CHAT_BASE_URL: rule('must be an http or https URL', isHttpUrl).optional(),
  CHAT_MODEL: z.string().optional(),
  CHAT_API_KEY: visibleAscii.optional(),
  CHAT_TIMEOUT_S: wholeNumber(1, 120).default(15),
  CHAT_MAX_TOKENS: wholeNumber(100, 1_000_000).default(20_000),
  // Default: on with --demo.
  TRY_PAGE: bool.optional(),
  NETWORK_CLICK_IDS: bool.default(false),
  // Anyone can register an offer without a key, and with any rebate.
  REWARD_MAX_PCT: wholeNumber(0, 100).default(25),
  SPOOL_DIR: z.string().optional(),
  FEED_PRIVATE_HOSTS: rule('must be a list of hosts', (value) => words(value).every((word) => /^[\w.:-]+$/.test(word)))
    .transform((value) => words(value.toLowerCase()))
    .default([]),
  WEBHOOK_PRIVATE_HOSTS: hostNames.default([]),
  FEED_RUNS_AT_ONCE: wholeNumber(0, 32).default(2),
  FEED_MAX_MB: wholeNumber(1, 1_000_000).default(10_000),
  SEARCH_THREADS: wholeNumber(1, 64).optional(),
  SEARCH_WORK_LIMIT: wholeNumber(1, 1_000_000).default(2000),
  SEARCH_CACHE_MB: wholeNumber(0, 1024).default(4),
  SEARCH_REPORTS: bool.default(true),
  // Queries of fewer conversations or callers may tell who searched.
  REPORT_MIN_COUNT: wholeNumber(1, 100).default(2),
  RETAIN_JOBS_DAYS: days.default(30),
  RETAIN_EVENTS_DAYS: days.default(365),
  RETAIN_SEARCHES_DAYS: days.default(90),
  RETAIN_SEARCH_REPORTS_DAYS: days.default(90),
  RETAIN_CONVERSATIONS_DAYS: days.default(90),
  RETAIN_NON_CLICKS_DAYS: days.default(90),
  RETAIN_POSTBACKS_DAYS: days.default(90),
  RETAIN_DELIVERIES_DAYS: days.default(30),
  RETAIN_FACTS_DAYS: days.default(Number.POSITIVE_INFINITY),
  RETAIN_REPORTS_DAYS: days.default(1096),
  RETAIN_DELETIONS_DAYS: days.default(30),
  RETAIN_PRICES_DAYS: days.default(365),
  RETAIN_FEED_RUNS_DAYS: days.default(365),
  MAX_INDEX_LAG_S: wholeNumber(1, 999_999).default(Number.POSITIVE_INFINITY),
  SHUTDOWN_DELAY_S: wholeNumber(0, 3600).default(0),
  LEASE_TTL_S: wholeNumber(1, 3600).default(15),
  READ_ONLY: bool.default(false),
  LOG_LEVEL: rule('must be fatal, error, warn, info, debug, trace or silent', (value) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(value),
  ).default('info'),
});

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

/** Settings given as command-line options, which override the environment. */
type Options = Partial<Record<'HOST' | 'PORT' | 'DATA_DIR', string | undefined>>;

const optionOf = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`;

export function readConfig(env: NodeJS.ProcessEnv, options: Options = {}): Config {
  // An empty variable counts as unset, except KEYLESS, where it means that every group requires a key.
  const set = Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || name === 'KEYLESS'));
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const result = Settings.safeParse({ ...set, ...given });
  const faults = (result.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.');
    return `${name in given ? optionOf(name) : name} ${message}`;
  });
  if (set.JWT_JWKS_URL && set.JWT_SECRET) faults.push('JWT_JWKS_URL and JWT_SECRET cannot both be set');
  if (Boolean(set.CHAT_BASE_URL) !== Boolean(set.CHAT_MODEL))
    faults.push('CHAT_BASE_URL and CHAT_MODEL must be set together');
  if (set.CHAT_API_KEY && !set.CHAT_BASE_URL) faults.push('CHAT_API_KEY requires CHAT_BASE_URL');
  for (const name of ['JWT_ISSUER', 'JWT_AUDIENCE']) {
    if (set[name] && !set.JWT_JWKS_URL && !set.JWT_SECRET) faults.push(`${name} requires JWT_JWKS_URL or JWT_SECRET`);
  }
  faults.push(...refuseOpenSearch(set));
  if (faults.length > 0)
    throw new StartError(`invalid configuration:\n${faults.map((line) => `  ${line}`).join('\n')}`);
  return Object.freeze(result.data!);
}

/** Settings of OpenSearch that do not fit together. */
function refuseOpenSearch(set: NodeJS.ProcessEnv): string[] {
  const { OPENSEARCH_URL: url, OPENSEARCH_API_KEY, OPENSEARCH_CA } = set;
  if (url === undefined) {
    const others = Object.keys(Settings.shape).filter((name) => name.startsWith('OPENSEARCH_') && set[name]);
    return others.map((name) => `${name} requires OPENSEARCH_URL`);
  }
  const read = readOpenSearchUrl(url);
  const nodes = typeof read === 'string' ? undefined : read;
  const faults: [boolean, string][] = [
    [!set.DATABASE_URL, 'OPENSEARCH_URL requires DATABASE_URL: the catalogue must be in PostgreSQL'],
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
