// Feeds that the service fetches, and their runs.
import { base64Of } from '../base64.ts';
import {
  changeFeed,
  createFeed,
  deleteFeed,
  getFeed,
  getFeedRun,
  listFeedRuns,
  listFeeds,
  listRejectedRows,
  pauseFeed,
  predictFeed,
  previewFeed,
  resumeFeed,
  runFeed,
  uploadFeed,
} from '../generated/operations.ts';
import type {
  DeleteFeedQuery,
  Feed,
  FeedChange,
  FeedInput,
  FeedList,
  FeedPrediction,
  FeedPreview,
  FeedPreviewInput,
  FeedRun,
  FeedRunList,
  ListedFeed,
  ListFeedRunsQuery,
  PredictFeedQuery,
  RunFeedQuery,
  UploadFeedQuery,
} from '../generated/schemas.ts';
import type { OperationInput } from '../operation.ts';
import { Paged } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

type FeedFile = NonNullable<OperationInput['file']>;

/** Default time limit of calls that send or read a whole file. */
const LONG_MS = 600_000;
const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;

export class Feeds extends Resource {
  list(options?: CallOptions): Promise<FeedList> {
    return this.transport.call(listFeeds, {}, options);
  }

  /** Registers a feed, which is fetched now and then on schedule. */
  create(feed: FeedInput, options?: CallOptions): Promise<Feed> {
    return this.transport.call(createFeed, { body: feed }, options);
  }

  /** The columns and the first products of a feed that is not registered: of its URL, or of a file's first 4 MiB. */
  async preview(
    { file, ...feed }: FeedPreviewInput & { file?: FeedFile },
    options?: CallOptions,
  ): Promise<FeedPreview> {
    const content = file === undefined ? {} : { content: await base64Of(file, MAX_PREVIEW_BYTES) };
    return this.transport.call(previewFeed, { body: { ...feed, ...content } }, { timeoutMs: LONG_MS, ...options });
  }

  get(id: string, options?: CallOptions): Promise<ListedFeed> {
    return this.transport.call(getFeed, { params: { feed_id: id } }, options);
  }

  change(id: string, change: FeedChange, options?: CallOptions): Promise<Feed> {
    return this.transport.call(changeFeed, { params: { feed_id: id }, body: change }, options);
  }

  /** Removes the registration. The products of the feed stay, unless `products` is true. */
  delete(id: string, query: DeleteFeedQuery = {}, options?: CallOptions): Promise<void> {
    const input = { params: { feed_id: id }, query };
    return this.transport.call(deleteFeed, input, { ...(query.products ? { timeoutMs: LONG_MS } : {}), ...options });
  }

  /** Fetches the feed now. */
  run(id: string, query: RunFeedQuery = {}, options?: CallOptions): Promise<Feed> {
    return this.transport.call(runFeed, { params: { feed_id: id }, query }, options);
  }

  /** Imports a file with the settings of the feed. Resolves when the run has begun; `getRun` has its progress. */
  upload(id: string, file: FeedFile, query: UploadFeedQuery = {}, options?: CallOptions): Promise<FeedRun> {
    return this.transport.call(
      uploadFeed,
      { params: { feed_id: id }, query, file },
      { timeoutMs: LONG_MS, ...options },
    );
  }

  /** What a run would change: of a file, or of what the feed fetches. */
  predict(id: string, file?: FeedFile, query: PredictFeedQuery = {}, options?: CallOptions): Promise<FeedPrediction> {
    const input = { params: { feed_id: id }, query, ...(file === undefined ? {} : { file }) };
    return this.transport.call(predictFeed, input, { timeoutMs: LONG_MS, ...options });
  }

  pause(id: string, options?: CallOptions): Promise<Feed> {
    return this.transport.call(pauseFeed, { params: { feed_id: id } }, options);
  }

  resume(id: string, options?: CallOptions): Promise<Feed> {
    return this.transport.call(resumeFeed, { params: { feed_id: id } }, options);
  }

  /** Runs of the feed and what they changed, newest first. */
  runs(id: string, query: ListFeedRunsQuery = {}, options?: CallOptions): Paged<FeedRunList, FeedRun, number> {
    const load = (page: ListFeedRunsQuery) =>
      this.transport.call(listFeedRuns, { params: { feed_id: id }, query: page }, options);
    return new Paged(
      (before) => load(before === undefined ? query : { ...query, before }),
      ({ items }) => items.at(-1)?.id,
    );
  }

  /** A run, with its progress while it is running. */
  getRun(id: string, runId: number, options?: CallOptions): Promise<FeedRun> {
    return this.transport.call(getFeedRun, { params: { feed_id: id, run_id: runId } }, options);
  }

  /** The rows that a run rejected, as CSV. */
  rejectedRows(id: string, runId: number, options?: CallOptions): Promise<string> {
    return this.transport.call(listRejectedRows, { params: { feed_id: id, run_id: runId } }, options);
  }
}
