// What a feed holds before it is registered, over HTTP.
import type { ReplyBody } from '@finderfee/contract/endpoints.ts';
import { type FeedPreviewInput, MAX_PREVIEW_BYTES } from '@finderfee/contract/feed-preview.ts';
import type { Clock } from '../clock.ts';
import { InvalidInput } from '../invalid-input.ts';
import { FeedError } from '../reading/feed-error.ts';
import type { FeedPreviews } from './feed-previews.ts';
import { ImportReport } from './import-report.ts';
import { toChoices } from './manage-feeds.ts';
import type { FilePreview } from './preview-file.ts';
import { validateFeed } from './validate-feed.ts';

interface Deps {
  clock: Clock;
  feedPreviews: Pick<FeedPreviews, 'preview'>;
}

export async function previewFeed(
  { clock, feedPreviews }: Deps,
  input: FeedPreviewInput,
  signal: AbortSignal,
): Promise<ReplyBody<'previewFeed'>> {
  const { url, content, file_name, ...choices } = input;
  validateFeed(choices);
  const from = sourceOf(url, content);
  const source = from instanceof URL ? from.hostname : file_name;
  try {
    return toWire(
      await feedPreviews.preview({ from, source, choices: toChoices(choices), now_ms: clock.now_ms() }, signal),
    );
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return toWire({ ...new ImportReport(), message: error.message, format: null, columns: [], samples: [] });
  }
}

function sourceOf(url: string | undefined, content: string | undefined): URL | Buffer {
  const refuse = (field: string, message: string) =>
    new InvalidInput([{ path: [field], message, input: field === 'url' ? url : undefined }]);
  if ((url === undefined) === (content === undefined)) throw refuse('url', 'either url or content must be given');
  if (content === undefined) return new URL(url!);
  const file = Buffer.from(content, 'base64');
  if (file.length > MAX_PREVIEW_BYTES) throw refuse('content', `must be at most ${MAX_PREVIEW_BYTES} bytes`);
  return file;
}

function toWire(preview: FilePreview): ReplyBody<'previewFeed'> {
  const { message, format, recognised_by, columns, rows, rejected, reasons, dropped, warnings, samples } = preview;
  return {
    type: 'feed_preview',
    state: message === '' ? 'done' : 'failed',
    ...{ message, format, recognised_by, columns, rows, rejected, reasons, dropped, warnings },
    rejected_rows: preview.faults.map(({ value = '', ...fault }) => ({ ...fault, value })),
    samples,
  };
}
