// Changes a registered feed. Fields that are left out keep their value; null resets a setting.
import type { FeedChange } from '@finderfee/contract/catalogue.ts';
import { AppError } from '../app-error.ts';
import { NO_VALIDATORS } from '../fetching/download.ts';
import type { RegisteredFeed, RunMode } from '../store/feed-store.ts';
import type { FeedDeps } from './catalogue-deps.ts';
import { type FeedChoices, readInterval, withoutUndefined } from './registered-feed.ts';
import { validateFeed } from './validate-feed.ts';

export async function changeFeed({ store, clock }: FeedDeps, id: string, input: FeedChange): Promise<RegisteredFeed> {
  validateFeed(input);
  const old = await store.getFeed({ id });
  if (!old) throw new AppError('feed_not_found');
  const { url = old.url, mode, every, is_paused = old.is_paused, ...choices } = input;
  const changed = {
    url,
    mode: (mode as RunMode | undefined) ?? old.mode,
    options: JSON.stringify(merged(JSON.parse(old.options), choices)),
  };
  const every_ms = every === undefined ? old.every_ms : readInterval(every)!;
  // The stored validators belong to a file that was read with other settings, so the next run must not send them.
  const isSourceChanged = url !== old.url || changed.mode !== old.mode || changed.options !== old.options;
  const isDue = isSourceChanged || (old.is_paused && !is_paused);
  const now_ms = clock.now_ms();
  const next_run_at_ms = isDue ? now_ms : Math.min(old.next_run_at_ms, now_ms + every_ms);
  const change = { ...changed, every_ms, is_paused, next_run_at_ms, ...(isSourceChanged ? NO_VALIDATORS : {}) };
  if (!(await store.updateFeed({ id, ...change }))) throw new AppError('feed_not_found');
  return { ...old, ...change };
}

type Choices = Omit<FeedChange, 'url' | 'mode' | 'every' | 'is_paused'>;

function merged(old: FeedChoices, { format, mapping, encoding, ...settings }: Choices): FeedChoices {
  const currency = settings.currency?.toUpperCase();
  return withoutNull({
    ...old,
    ...withoutUndefined({ format: format === 'auto' ? null : format, mapping, encoding }),
    settings: withoutNull({ ...old.settings, ...withoutUndefined({ ...settings, ...(currency ? { currency } : {}) }) }),
  });
}

const withoutNull = (fields: object): FeedChoices =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
