// The settings: how each is read, its default as an operator writes it, and what it means. `.env.example` and the tables
// of settings in docs/ are generated from here (`npm run settings`). Descriptions are Markdown, with links relative to docs/.
import { DEFAULT_KEYLESS, FEATURES, KEYLESS_GROUPS } from '@finderfee/contract/endpoint.ts';
import { z } from 'zod';
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

declare module 'zod' {
  interface GlobalMeta {
    /** The setting also has a variant `NAME_FILE`, and is not printed. Of a URL, only the password is a secret. */
    secret?: 'value' | 'password in a URL';
    /** What the documents say if the default is not a text that can be set; `none` otherwise. */
    default_text?: string;
  }
}

const address = {
  HOST: z.string().prefault('127.0.0.1').describe('Address to listen on.'),
  PORT: wholeNumber(0, 65535).prefault('8080').describe('Port to listen on. `0`: a free one, which is printed.'),
  PUBLIC_URL: rule('must be an http or https URL without credentials, query or fragment', isPublicUrl)
    .transform(withoutTrailingSlash)
    .optional()
    .meta({
      default_text: 'the address it listens on',
      description:
        'Address that clients use, such as `https://shop.example` or `https://shop.example/finderfee` (the proxy removes the path). Used for printed links, demo images and the OpenAPI document.',
    }),
  DATA_DIR: z
    .string()
    .prefault('./data')
    .describe(
      'Data folder; one server at a time. With `DATABASE_URL` it holds the search index, which is rebuilt if it is lost.',
    ),
  MIN_FREE_DISK_MB: wholeNumber(0, 999_999_999)
    .prefault('100')
    .describe(
      'With less free space on the disk of `DATA_DIR`, writes and chats answer 503 and imports stop; reads and redirects continue as with `READ_ONLY`. `0`: off, as with `DATABASE_URL`.',
    ),
  READ_ONLY: bool
    .prefault('false')
    .describe(
      '`true`: writes and chats answer 503; reads and redirects continue. Clicks of these redirects are recorded only if `SPOOL_DIR` is set.',
    ),
  SPOOL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder on a durable disk, preferably not that of `DATA_DIR`. Redirected clicks that the store cannot take wait there, with their emails, until it can. `erase` does not reach them. Each instance should have its own.',
    ),
  LOG_LEVEL: rule('must be fatal, error, warn, info, debug, trace or silent', (value) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(value),
  )
    .prefault('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
};

const database = {
  DATABASE_URL: databaseUrl.optional().meta({
    secret: 'password in a URL',
    description:
      '`postgres://user:password@host:5432/database`: all state is in this database, and any number of instances share it. PostgreSQL 14 or later, encoding UTF8. Special characters in user and password are percent-encoded.',
  }),
  DATABASE_POOL: wholeNumber(10, 1000)
    .prefault('14')
    .describe('Connections of an instance, at least 10. A feed run or command opens up to three more.'),
  DATABASE_PREPARE: bool
    .prefault('true')
    .describe(
      '`false`: statements are not prepared under a name, for PgBouncer before 1.21 in transaction mode. Later versions need `max_prepared_statements`.',
    ),
  SHUTDOWN_DELAY_S: wholeNumber(0, 3600)
    .prefault('0')
    .describe(
      'On SIGTERM, `/readyz` fails at once and the service goes on answering for this long: set it to the time in which the load balancer notices.',
    ),
  MAX_INDEX_LAG_S: wholeNumber(1, 999_999)
    .default(Number.POSITIVE_INFINITY)
    .describe('`/readyz` fails while the search index is behind the catalogue for longer than this.'),
  LEASE_TTL_S: wholeNumber(1, 3600)
    .prefault('15')
    .describe(
      'Work that one instance does for all (learning, counting the vocabulary, purging) moves to another one this long after its instance was killed; at once if it was stopped.',
    ),
};

const opensearch = {
  OPENSEARCH_URL: openSearchUrl.optional().meta({
    secret: 'password in a URL',
    description:
      '`https://user:password@host:9200`, or a comma-separated list of the nodes of one cluster: the search index is there instead of in `DATA_DIR`. It requires `DATABASE_URL`. Special characters in user and password, commas included, are percent-encoded; they are the same for every node.',
  }),
  OPENSEARCH_API_KEY: visibleAscii.optional().meta({
    secret: 'value',
    description: 'Sent as `Authorization: ApiKey …`, instead of a user and password.',
  }),
  OPENSEARCH_CA: pemFile
    .optional()
    .describe(
      'Path of a PEM file with the certificate authorities to trust. Without it, those that Node brings are trusted.',
    ),
  OPENSEARCH_INDEX_PREFIX: rule(
    'must be up to 100 lower-case letters, digits, dots, hyphens and underscores, starting with a letter or digit',
    (value) => /^[a-z0-9][a-z0-9._-]{0,99}$/.test(value),
  )
    .prefault('finderfee')
    .describe('Start of the index names. Installations that share a cluster have different ones.'),
  OPENSEARCH_SHARDS: wholeNumber(1, 1024).prefault('1').describe('Shards of the index.'),
  OPENSEARCH_REPLICAS: wholeNumber(0, 100).prefault('1').describe('Copies of each shard.'),
};

const access = {
  // Keys are sent in a header, so they are visible ASCII.
  API_KEYS: rule('must be a list of keys of visible ASCII characters', (value) =>
    words(value).every((key) => /^[!-~]+$/.test(key)),
  )
    .transform(words)
    .prefault('')
    .meta({
      secret: 'value',
      description: 'Comma-separated keys, accepted in addition to stored ones; all scopes except `pii`.',
    }),
  KEYLESS: listOf(KEYLESS_GROUPS)
    .prefault(DEFAULT_KEYLESS.join(','))
    .describe('Groups of endpoints that need no key; `spy` can be added. Empty: every endpoint needs one.'),
  FEATURES_OFF: listOf(FEATURES)
    .prefault('')
    .describe(
      'Features that answer 503: `discovery`, `criteria-sets`, `merchants`, `offers`, `chat`, `console`, `mcp`.',
    ),
  RATE_LIMIT: rule('must be a rate like 600/min (s, min or h)', (value) => RATE.test(value))
    .transform(toRate)
    .optional()
    .describe('Requests per key, or per address without a key, such as `600/min`.'),
  POSTBACK_RATE_LIMIT: rateOrNone('must be none, or a rate like 6000/min (s, min or h)', RATE, toRate)
    .prefault('6000/min')
    .describe(
      'Postbacks per network account. `none`: off. `RATE_LIMIT` does not apply to them; unknown tokens count per address, by `KEYLESS_RATE_LIMIT`.',
    ),
  KEYLESS_RATE_LIMIT: rateOrNone('must be none, or a rate like 1200/min (s, min or h)', RATE, toRate)
    .prefault('1200/min')
    .describe(
      'Requests without a key per client address (IPv6: per /64); every offer of `/offers/multi` counts. `none`: off. A private or loopback peer is limited only if `TRUST_PROXY` identifies its clients.',
    ),
  KEYLESS_BYTES_LIMIT: rateOrNone(
    'must be none, or a rate like 20MB/min (KB, MB or GB; s, min or h)',
    BYTE_RATE,
    toByteRate,
  )
    .prefault('20MB/min')
    .describe('The same for the bytes of request bodies. `none`: off.'),
  TRUST_PROXY: z
    .string()
    .transform(trustProxy)
    .prefault('false')
    .describe(
      'Number or addresses of the proxies whose `X-Forwarded-For` is trusted. `true` trusts all of it, including what a client wrote: only for a proxy that replaces the header.',
    ),
  CORS_ORIGINS: rule('must be * or a list of origins like https://shop.example', (value) =>
    words(value).every(isOrigin),
  )
    .transform(words)
    .prefault('')
    .describe('`*`, or a list of origins that browsers may call from.'),
  JWT_JWKS_URL: rule('must be an http or https URL', isHttpUrl)
    .optional()
    .describe('Verify bearer tokens by the public keys at this address. Tokens need `exp`.'),
  // RFC 7518, 3.2: a shorter secret can be brute-forced from one token.
  JWT_SECRET: rule('must be at least 32 bytes long', (value) => Buffer.byteLength(value) >= 32)
    .optional()
    .meta({
      secret: 'value',
      description: 'Verify bearer tokens by this shared secret of at least 32 bytes, instead of `JWT_JWKS_URL`.',
    }),
  JWT_ISSUER: z.string().optional().describe('Required issuer of tokens.'),
  JWT_AUDIENCE: z.string().optional().describe('Required audience of tokens.'),
  TRY_PAGE: bool.optional().meta({
    default_text: '`false` (`true` with `--demo`)',
    description:
      'Serve `/try`, a page to search and chat in a browser. With `--demo` it has a key that can only search.',
  }),
  DEMO_ACTIVITY: bool
    .prefault('true')
    .describe(
      'With `--demo`, fill a new installation with invented searches, clicks and sales of the last 30 days. `false`: products only, so that reports and ids begin empty.',
    ),
};

const search = {
  SESSION_TTL_S: wholeNumber(1, 30 * 24 * 3600)
    .prefault('1800')
    .describe('Lifetime of a result set with its cursors and slugs.'),
  SESSION_MAX_RESULTS: wholeNumber(1, 10_000).prefault('1000').describe('Maximum size of a result set, up to 10,000.'),
  SEARCH_THREADS: wholeNumber(1, 64)
    .optional()
    .meta({ default_text: 'number of cores, at most 8', description: 'Search threads.' }),
  SEARCH_WORK_LIMIT: wholeNumber(1, 1_000_000)
    .prefault('2000')
    .describe(
      'Work budget of one search, in millions of steps (postings, bytes compared): a few seconds of one core. Beyond it the search answers 503 without `Retry-After`.',
    ),
  SEARCH_CACHE_MB: wholeNumber(0, 1024)
    .prefault('4')
    .describe('Result cache. A repeated search is answered from it until the index changes.'),
};

const offers = {
  // A keyless offer must not turn the operator's domain into an open redirect.
  OFFER_LINK_HOSTS: rule('must be *, catalogue, or a list of hosts like shop.example or *.shop.example', isHostList)
    .transform((value) => (value === '*' || value === 'catalogue' ? value : words(value.toLowerCase())))
    .optional()
    .meta({
      default_text: '`catalogue` (`*` with `--demo`)',
      description:
        'Hosts that links of offers may point to: those of imported products, `*`, or a list such as `shop.example,*.track.example`.',
    }),
  NETWORK_CLICK_IDS: bool
    .prefault('false')
    .describe(
      "`true`: links of known affiliate networks get the click id in the network's own parameter (`clickref`, `sid`, `u1` …), unless the link already has it or contains `{click_id}`.",
    ),
  REWARD_MAX_PCT: wholeNumber(0, 100)
    .prefault('25')
    .describe(
      'Highest `rebate_pct` that earns a reward, from 0 to 100, because anyone can register an offer without a key ([conversions.md](conversions.md)).',
    ),
};

const webhooks = {
  WEBHOOK_PRIVATE_HOSTS: hostNames
    .prefault('')
    .describe(
      'Hosts that webhooks may reach in a private network and by plain `http`, without ports, such as `hooks.internal,10.0.0.5` ([webhooks.md](webhooks.md)).',
    ),
};

const reports = {
  SEARCH_REPORTS: bool
    .prefault('true')
    .describe('`false`: searches are not counted, and earlier counts are deleted ([reports.md](reports.md)).'),
  REPORT_MIN_COUNT: wholeNumber(1, 100)
    .prefault('2')
    .describe('Queries of fewer distinct conversations or callers are left out of the search report; from 1 to 100.'),
};

const feeds = {
  FEED_PRIVATE_HOSTS: rule('must be a list of hosts', (value) => words(value).every((word) => /^[\w.:-]+$/.test(word)))
    .transform((value) => words(value.toLowerCase()))
    .prefault('')
    .describe('Hosts of a private network that feeds may be fetched from, such as `feeds.internal,10.0.0.5`.'),
  FEED_RUNS_AT_ONCE: wholeNumber(0, 32)
    .prefault('2')
    .describe('Registered feeds that this process fetches concurrently; `0`: none.'),
  FEED_MAX_MB: wholeNumber(1, 1_000_000)
    .prefault('10000')
    .describe('Maximum size of a fetched feed in megabytes, as transferred.'),
};

const assistant = {
  CHAT_BASE_URL: rule('must be an http or https URL', isHttpUrl)
    .optional()
    .describe(
      'Language model at any OpenAI-compatible endpoint, such as `http://127.0.0.1:11434/v1`, with search, product and refinement as its tools. Messages are sent there with emails and card numbers masked.',
    ),
  CHAT_MODEL: z.string().optional().describe('Name of the model at that endpoint. Set both or neither.'),
  CHAT_API_KEY: visibleAscii.optional().meta({ secret: 'value', description: 'Key of that endpoint.' }),
  CHAT_TIMEOUT_S: wholeNumber(1, 120).prefault('15').describe('Time limit of a model turn.'),
  CHAT_MAX_TOKENS: wholeNumber(100, 1_000_000).prefault('20000').describe('Token limit of a model turn.'),
};

const retention = {
  RETAIN_JOBS_DAYS: days.prefault('30').describe('finished jobs'),
  RETAIN_EVENTS_DAYS: days
    .prefault('365')
    .describe('events of the trace (`/spy`), never kept longer than the facts they describe'),
  RETAIN_SEARCHES_DAYS: days.prefault('90').describe('searches in the trace'),
  RETAIN_SEARCH_REPORTS_DAYS: days
    .prefault('90')
    .describe('counts of the search report, by day; all of them with `SEARCH_REPORTS=false`'),
  RETAIN_CONVERSATIONS_DAYS: days
    .prefault('90')
    .describe('conversations, counted from their last turn; a later turn starts a new one'),
  RETAIN_NON_CLICKS_DAYS: days.prefault('90').describe('visits of crawlers, link previews and scanners'),
  RETAIN_POSTBACKS_DAYS: days
    .prefault('90')
    .describe('postbacks of affiliate networks as they arrived; the conversions read from them stay'),
  RETAIN_DELIVERIES_DAYS: days
    .prefault('30')
    .describe(
      'events of webhooks with their deliveries and attempts, delivered or not; never kept longer than the facts they describe',
    ),
  RETAIN_AUDIT_DAYS: days.prefault('365').describe('entries of the audit log'),
  RETAIN_FACTS_DAYS: days
    .prefault('forever')
    .describe(
      'offers, clicks and signups; conversions that have not changed since, with their reports and rewards; the emails of people without a more recent fact',
    ),
  RETAIN_REPORTS_DAYS: days
    .prefault('1096')
    .describe('counts of the funnel report, which contain no personal data and outlive the facts that they count'),
  RETAIN_DELETIONS_DAYS: days
    .prefault('30')
    .describe('deleted products in the change log; an index that is further behind is rebuilt'),
  RETAIN_PRICES_DAYS: days
    .prefault('365')
    .describe('price history of deleted products, kept at least as long as their deletions'),
  RETAIN_FEED_RUNS_DAYS: days
    .prefault('365')
    .describe('feed runs with their rejected rows; at most the latest 50 of each feed'),
};

interface SettingGroup {
  title: string;
  settings: z.core.$ZodShape;
  /** Heading of the descriptions in the documents; `Meaning` otherwise. */
  meaning?: string;
}

/** In the order of the documents, by the name that marks a group's table. */
export const SETTING_GROUPS: Record<string, SettingGroup> = {
  address: { title: 'Address and data', settings: address },
  database: { title: 'PostgreSQL and several instances', settings: database },
  opensearch: { title: 'OpenSearch', settings: opensearch },
  access: { title: 'Access', settings: access },
  search: { title: 'Search', settings: search },
  offers: { title: 'Offers and clicks', settings: offers },
  webhooks: { title: 'Webhooks', settings: webhooks },
  reports: { title: 'Reports', settings: reports },
  feeds: { title: 'Feeds', settings: feeds },
  assistant: { title: 'The assistant', settings: assistant },
  retention: {
    title: 'Retention: what is deleted after this many days, or `forever`',
    settings: retention,
    meaning: 'What is deleted',
  },
};

export const Settings = z.object({
  ...address,
  ...database,
  ...opensearch,
  ...access,
  ...search,
  ...offers,
  ...webhooks,
  ...reports,
  ...feeds,
  ...assistant,
  ...retention,
});
