// The embedded index without its threads: its writer and its searcher, called directly. Threads take long to start.

import { Segment } from '../../server/src/index/embedded/format/segment.ts';
import { LiveSegment } from '../../server/src/index/embedded/live-segment.ts';
import { IndexView } from '../../server/src/index/embedded/query/index-view.ts';
import { Searcher } from '../../server/src/index/embedded/query/searcher.ts';
import { summarise } from '../../server/src/index/embedded/query/summarise.ts';
import type { WriterOptions } from '../../server/src/index/embedded/threads/protocol.ts';
import { Writer } from '../../server/src/index/embedded/writer/index-writer.ts';
import type { Update } from '../../server/src/index/embedded/writer/segment-set.ts';
import type { SearchIndex } from '../../server/src/index/port.ts';

type Options = Pick<WriterOptions, 'lengths' | 'begins' | 'rebuilds'> & { folder?: string };

/** Nothing is written to its folder before it is closed. */
export function openIndexInThisThread({ folder, ...options }: Options): SearchIndex {
  const segments = new Map<number, LiveSegment>();
  let view = new IndexView([]);
  const searcher = new Searcher(view);
  const use = ({ added, removed, killed }: Update) => {
    for (const { id, docs } of killed) segments.get(id)?.delete(docs);
    for (const id of removed) segments.delete(id);
    for (const { id, buffer, dead } of added) segments.set(id, new LiveSegment(new Segment(buffer), dead));
    view = new IndexView(segments.values());
    searcher.use(view);
  };
  const fixed = { folder: folder ?? null, is_read_only: false, quiet_ms: 2000 };
  const writer = new Writer({ ...options, ...fixed }, (message) => {
    if (message.kind === 'update') use(message.update);
  });
  writer.open();
  return {
    search: async (query) => searcher.search(query, { units: Number.MAX_SAFE_INTEGER, isAbandoned: () => false }),
    summarise: async (product_nos) => summarise(view, product_nos),
    apply: (changes, following = 0) => writer.apply(changes, following),
    learn: () => writer.learn(),
    keep: async () => writer.keep(),
    useSynonyms: async () => {},
    figures: () => {
      const { products, unlearned, segments } = writer.figures;
      return { products, unlearned_products: unlearned, segments, waiting: 0 };
    },
    hasLearned: () => writer.figures.has_learned,
    appliedUpTo: () => writer.figures.up_to,
    lengths: () => writer.figures.lengths,
    close: async ({ is_kept = true } = {}) => writer.close(is_kept),
  };
}
