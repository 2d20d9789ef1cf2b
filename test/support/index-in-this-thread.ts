// The embedded index without threads: calls its writer and its searcher directly, because threads are slow to start.

import type { LiveSegment } from '../../server/src/index/embedded/live-segment.ts';
import type { SegmentIndex } from '../../server/src/index/embedded/open-segment-index.ts';
import { IndexView } from '../../server/src/index/embedded/query/index-view.ts';
import { Searcher } from '../../server/src/index/embedded/query/searcher.ts';
import { summarise } from '../../server/src/index/embedded/query/summarise.ts';
import { applyUpdate, type IndexUpdate } from '../../server/src/index/embedded/threads/index-update.ts';
import type { WriterOptions } from '../../server/src/index/embedded/threads/protocol.ts';
import { SegmentWriter } from '../../server/src/index/embedded/writer/segment-writer.ts';
import { WordVectors } from '../../server/src/index/ranking/word-vectors.ts';
import { buildSynonyms } from '../../server/src/text/synonyms.ts';

type Options = Pick<WriterOptions, 'lengths' | 'mode' | 'rebuilds' | 'epoch'> & { folder?: string };

/** Commits only on close. */
export function openIndexInThisThread({ folder, ...options }: Options): SegmentIndex {
  const segments = new Map<number, LiveSegment>();
  let view = new IndexView([]);
  const searcher = new Searcher(view);
  const use = (update: IndexUpdate) => {
    applyUpdate(segments, update);
    view = new IndexView(segments.values());
    searcher.use(view);
  };
  const fixed = { folder: folder ?? null, is_read_only: false, idle_ms: 2000 };
  const writer = new SegmentWriter({ ...options, ...fixed }, (message) => {
    if (message.kind === 'update') use(message.update);
    if (message.kind === 'word_vectors')
      searcher.wordVectors = message.vectors ? new WordVectors(message.vectors) : undefined;
  });
  writer.open();
  return {
    search: async (query) => searcher.search(query, { units: Number.MAX_SAFE_INTEGER, isAbandoned: () => false }),
    summarise: async (product_nos) => summarise(view, product_nos),
    apply: (changes, following = 0) => writer.apply(changes, following),
    learnWordVectors: () => writer.learn(),
    useWordVectors: async (table) => writer.useWordVectors(table),
    promote: async () => writer.promote(),
    useSynonyms: async (groups) => {
      const synonyms = buildSynonyms(groups);
      searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
    },
    figures: () => {
      const { products, unlearned, segments } = writer.figures;
      return { products, unlearned_products: unlearned, segments, waiting: 0, running: 0, capacity: 1 };
    },
    appliedUpTo: () => writer.figures.up_to,
    lengths: () => writer.figures.lengths,
    close: async ({ keep_files = true } = {}) => writer.close(keep_files),
  };
}
