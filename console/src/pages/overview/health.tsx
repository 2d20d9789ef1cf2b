// Health at a glance: what does not work as it should, with links to where it is put right.
import type { CallOptions } from '@finderfee/client';
import { api } from '../../api.ts';
import { readiness, type State } from '../../readiness.ts';
import { hrefOf } from '../../router.ts';
import { hasScope } from '../../session.ts';
import { describeError } from '../../ui/error-box.tsx';
import { number } from '../../ui/format.ts';
import { useResource } from '../../use-resource.ts';

const REFRESH_MS = 15_000;
/** Counted exactly up to here. */
const MAX_DEAD = 100;
const DISABLED_BY_OPERATOR = 'disabled by the operator';

interface Report extends State {
  href: string;
}

async function jobs(options: CallOptions): Promise<Report> {
  const { items, next_cursor } = await api.jobs.list({ state: 'dead', per_page: MAX_DEAD }, options);
  if (items.length === 0) return { tone: 'good', text: 'none dead', href: hrefOf(['jobs']) };
  const count = `${number(items.length)}${next_cursor ? '+' : ''}`;
  return { tone: 'bad', text: `${count} dead`, href: hrefOf(['jobs'], { state: 'dead' }) };
}

async function feeds(options: CallOptions): Promise<Report> {
  const { items } = await api.feeds.list(options);
  const failing = items.filter(({ failures, is_paused }) => failures > 0 && !is_paused);
  return summary('feeds', items.length, failing);
}

async function webhooks(options: CallOptions): Promise<Report> {
  const { items } = await api.webhooks.list(options);
  const failing = items.filter(
    ({ failing_since, disabled_reason }) =>
      disabled_reason !== DISABLED_BY_OPERATOR && (failing_since !== null || disabled_reason !== null),
  );
  return summary('webhooks', items.length, failing);
}

/** The only one that fails has a link of its own. */
function summary(page: string, count: number, failing: readonly { id: string | number }[]): Report {
  if (count === 0) return { tone: 'good', text: 'none yet', href: hrefOf([page]) };
  if (failing.length === 0) return { tone: 'good', text: 'none failing', href: hrefOf([page]) };
  const href = failing.length === 1 ? hrefOf([page, failing[0]!.id]) : hrefOf([page]);
  return { tone: 'bad', text: `${number(failing.length)} failing`, href };
}

export function Health() {
  return (
    <ul class="health" aria-label="Health">
      <Part name="Service" load={async (options) => ({ ...(await readiness(options)), href: hrefOf(['system']) })} />
      <Part name="Jobs" load={jobs} />
      {hasScope('catalogue') && <Part name="Feeds" load={feeds} />}
      <Part name="Webhooks" load={webhooks} />
    </ul>
  );
}

function Part({ name, load }: { name: string; load: (options: CallOptions) => Promise<Report> }) {
  const { data, error } = useResource(load, [], { refreshMs: REFRESH_MS });
  const shown = error ? { tone: 'warn', text: 'could not be read', href: hrefOf(['system']) } : data;
  return (
    <li class={shown?.tone ?? 'plain'} title={error ? describeError(error) : undefined}>
      <a href={shown?.href ?? hrefOf([])}>
        <span class="health-name">{name}</span> <span class="health-text">{shown?.text ?? '…'}</span>
      </a>
    </li>
  );
}
