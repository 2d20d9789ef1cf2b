// What the service does in the background: jobs, feeds and webhooks.
import { DISABLED_BY_OPERATOR } from '../../store/rules/webhook-settings.ts';
import { toIso } from '../../text/to-iso.ts';
import { attention, type Check, type CheckDeps, ok, plural, type ReadStore, type Verdict } from './check.ts';

const MAX_NAMED = 3;

/** A store that cannot be opened is reported by its own check. */
const ofStore =
  (check: (store: ReadStore, deps: CheckDeps) => Promise<Verdict>): Check =>
  async (deps) =>
    deps.store && 'value' in deps.store ? check(deps.store.value, deps) : null;

const named = (items: string[]): string =>
  items.length <= MAX_NAMED
    ? items.join('; ')
    : `${items.slice(0, MAX_NAMED).join('; ')}; and ${items.length - MAX_NAMED} more`;

export const checkJobs = ofStore(async (store, { hint }) => {
  const { waiting, dead } = await store.countJobs({});
  if (dead === 0) return ok(`${waiting} waiting, none dead`);
  return attention(
    `${dead} dead, ${waiting} waiting`,
    `${hint('jobs list --state dead')} shows them, \`jobs retry ID\` runs one again`,
  );
});

export const checkFeeds = ofStore(async (store, { hint }) => {
  const feeds = await store.listFeeds({});
  const failing = feeds.filter(({ failures, is_paused }) => failures > 0 && !is_paused);
  if (failing.length === 0) return ok(`${plural(feeds.length, 'registered feed')}, none fails`);
  const reasons = await Promise.all(
    failing.slice(0, MAX_NAMED).map(async ({ id, failures, next_run_at_ms }) => {
      const [run] = await store.listRuns({ feed: id, before: null, limit: 1 });
      return `${id}: ${plural(failures, 'failure')}, last: ${run?.message || 'unknown'}, next attempt ${toIso(next_run_at_ms)}`;
    }),
  );
  const rest = failing.slice(MAX_NAMED).map(({ id }) => id);
  return attention(named([...reasons, ...rest]), `${hint('feeds list')} shows every feed; see docs/feeds.md`);
});

export const checkWebhooks = ofStore(async (store, { clock, hint }) => {
  const webhooks = await store.listWebhooks({});
  const { overdue } = await store.countDeliveries({ now_ms: clock.now_ms() });
  const seen = webhooks.flatMap(({ id, disabled_at_ms, disabled_reason, failing_since_ms }) => {
    if (disabled_reason === DISABLED_BY_OPERATOR) return [];
    if (disabled_at_ms !== null) return [`webhook ${id} is disabled: ${disabled_reason}`];
    return failing_since_ms === null ? [] : [`webhook ${id} fails since ${toIso(failing_since_ms)}`];
  });
  if (overdue > 0) seen.push(`overdue deliveries: ${overdue}`);
  if (seen.length === 0) {
    const off = webhooks.filter(({ disabled_reason }) => disabled_reason === DISABLED_BY_OPERATOR).length;
    return ok(
      `${plural(webhooks.length, 'webhook')}, none fails${off === 0 ? '' : `; disabled by the operator: ${off}`}`,
    );
  }
  return attention(
    named(seen),
    `${hint('webhooks list')} shows them; \`webhooks deliveries ID\` shows what an endpoint answered, \`webhooks enable ID\` resumes`,
  );
});
