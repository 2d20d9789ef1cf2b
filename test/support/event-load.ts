// Endpoints that subscribe to all events of facts, and a comparison of the events in a store with its facts.
import { openPostgresStore } from '../../server/src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import { WEBHOOK_EVENTS } from '../../server/src/store/webhook-store.ts';
import { countFacts, listFacts, queryFacts } from './facts.ts';
import { newWebhook } from './stored-webhooks.ts';

const ENDPOINTS = 2;

/** `data` is the data folder of a service, or the URL of its database. */
export async function addEndpoints(data: string): Promise<void> {
  const store = data.startsWith('postgres://')
    ? await openPostgresStore({ url: data, prepare: true, pool: 12, own: false })
    : await openSqliteStore({ folder: data, own: false });
  try {
    for (let i = 0; i < ENDPOINTS; i++) await newWebhook(store, [...WEBHOOK_EVENTS]);
  } finally {
    await store.close();
  }
}

/** The events that facts must have, each once. */
const EXPECTED = [
  `SELECT 'offer.registered ' || id FROM offers WHERE is_registered`,
  `SELECT 'click.recorded ' || click_no FROM clicks`,
  `SELECT 'signup.recorded ' || id FROM signups`,
  `SELECT 'conversion.recorded ' || id FROM conversions WHERE status IS NOT NULL AND corrects IS NULL`,
  `SELECT 'reward.changed ' || no FROM rewards`,
];

/** All facts must have been written while the endpoints were there, and no conversion may wait for its first report. */
export async function compareEvents(data: string): Promise<{ figures: Record<string, number>; violations: string[] }> {
  const expected = (await Promise.all(EXPECTED.map((sql) => listFacts(data, sql)))).flat();
  const rows = await queryFacts(data, `SELECT type, data FROM webhook_events WHERE type <> 'conversion.updated'`);
  const stored = rows.map((row) => {
    const { no, id } = JSON.parse(String(row.data));
    return `${row.type} ${no ?? id}`;
  });
  const known = new Set(stored);
  const lost = expected.filter((event) => !known.has(event));
  const extra = stored.length - (expected.length - lost.length);
  const events = await countFacts(data, 'SELECT count(*) FROM webhook_events');
  const undelivered = ENDPOINTS * events - (await countFacts(data, 'SELECT count(*) FROM deliveries'));
  const violations = [
    ...(lost.length > 0 ? [`facts have no event: ${lost.slice(0, 3)}`] : []),
    ...(extra > 0 ? [`${extra} events are published twice, or have no fact`] : []),
    ...(undelivered === 0 ? [] : [`${undelivered} deliveries are missing`]),
  ];
  return {
    figures: { events, events_lost: lost.length, events_extra: extra, deliveries_missing: undelivered },
    violations,
  };
}
