// Random inputs of the calls about reports.
import { DAY_MS, type FunnelSpan, type ReportStore, WIDTHS_MS } from '../../server/src/store/report-store.ts';
import { ALL, type Inputs, purgeAll } from './ledger-inputs.ts';
import type { World } from './world.ts';

const KEYS = ['gold', 'silver', '1', '7', ''];

const floor = (at_ms: number, width_ms: number) => at_ms - (at_ms % width_ms);

function span(world: World, row_no: number): FunnelSpan {
  const width_ms = world.pick(WIDTHS_MS);
  const from_ms = floor(world.now_ms - world.below(3 * DAY_MS), width_ms);
  const dimension = world.pick(['total', 'program', 'merchant', 'network', 'unmatched'] as const);
  const kind = world.pick(['activity', 'click', 'conversion', 'unmatched'] as const);
  const key = world.below(3) === 0 ? world.pick(KEYS) : null;
  return { row_no, dimension, key, kind, width_ms, from_ms, to_ms: from_ms + width_ms * (1 + world.below(200)) };
}

const WHOLE = { width_ms: DAY_MS, from_ms: 0, to_ms: 10_000_000 * DAY_MS } as const;

export const reportInputs: Inputs<ReportStore> = {
  readFunnel: (world) => ({
    spans: Array.from({ length: 1 + world.below(3) }, (_, row_no) => span(world, row_no)),
  }),
  countSearches: (world) => ({
    periods: Array.from({ length: 1 + world.below(3) }, (_, row_no) => {
      const { from_ms, to_ms } = span(world, row_no);
      return { from_ms, to_ms };
    }),
  }),
  // All of them: how many changes the facts of a batch have logged is up to the engine.
  foldFunnel: () => ({ limit: ALL }),
  purgeFunnel: purgeAll,
  purgeSearchCounts: purgeAll,
};

/** Everything that the stores count for reports. */
export const reportReview = [
  ...(['activity', 'click', 'conversion', 'unmatched'] as const).map((kind) => [
    'readFunnel',
    {
      spans: (['total', 'program', 'merchant', 'network', 'unmatched'] as const).map((dimension, row_no) => ({
        ...{ row_no, dimension, key: null, kind, ...WHOLE },
      })),
    },
  ]),
  ['countSearches', { periods: [{ from_ms: 0, to_ms: WHOLE.to_ms }] }],
] as const;
