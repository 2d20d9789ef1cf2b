// Uploads of files to registered feeds, and dry runs, over HTTP.
import type { Readable } from 'node:stream';
import type { Input, ReplyBody } from '@finderfee/contract/endpoints.ts';
import { InvalidInput } from '../invalid-input.ts';
import type { FeedDeps } from './catalogue-deps.ts';
import type { FeedFiles } from './feed-files.ts';
import { ImportReport } from './import-report.ts';
import { getFeedRun, requireFeed } from './manage-feeds.ts';
import { MAX_LISTED_FAULTS, type PrintedRun } from './show-run.ts';

type Deps = FeedDeps & { feedFiles: Pick<FeedFiles, 'import' | 'predict'> };

export async function uploadFeed(deps: Deps, { params, query }: Input<'uploadFeed'>, file: Readable | null) {
  await requireFeed(deps, params.feed_id);
  if (!file) throw new InvalidInput([{ path: [], message: 'must be the file', input: undefined }]);
  const { file_name: name, force } = query;
  const run_id = await deps.feedFiles.import(params.feed_id, file, { name, force });
  return getFeedRun(deps, params.feed_id, run_id);
}

/** Of the file, or of what the feed fetches. */
export async function predictFeed(
  deps: Deps,
  { params, query }: Input<'predictFeed'>,
  file: Readable | null,
  signal: AbortSignal,
): Promise<ReplyBody<'predictFeed'>> {
  const id = params.feed_id;
  const { mode } = await requireFeed(deps, id);
  const { file_name: name, force } = query;
  const { output, reason, message } = await deps.feedFiles.predict(id, file, { name, force, signal });
  if (output === '') return toWire({ state: 'failed', message: withoutId(reason, id) || message }, id, mode);
  return toWire(JSON.parse(output) as PrintedRun, id, mode);
}

function toWire(printed: Partial<PrintedRun> & { state: string; message: string }, feed_id: string, mode: string) {
  const {
    run_id: _,
    state,
    message,
    samples = [],
    faults,
    format,
    ...counts
  } = {
    ...new ImportReport(),
    ...printed,
  };
  return {
    type: 'feed_prediction' as const,
    ...{ feed_id, mode, state, message, ...counts },
    format: counts.recognised_by ? format : null,
    rejected_rows: faults.slice(0, MAX_LISTED_FAULTS).map(({ value = '', ...fault }) => ({ ...fault, value })),
    samples,
  } as ReplyBody<'predictFeed'>;
}

const withoutId = (reason: string, id: string) => (reason.startsWith(`${id}: `) ? reason.slice(id.length + 2) : reason);
