// Decides which click a conversion belongs to.
import type { ConversionMatch, UnmatchedReason } from '../conversion-store.ts';
import type { FoldedConversion } from './fold-reports.ts';

export type FoundClick = Omit<ConversionMatch, 'offer'>;

type Sought = Pick<FoldedConversion, 'click_id' | 'program' | 'occurred_at_ms'>;

/** `found` are the clicks with the reported id or with that network form. */
export function chooseClick(
  { click_id, program, occurred_at_ms }: Sought,
  found: readonly FoundClick[],
): FoundClick | UnmatchedReason {
  if (click_id === null) return 'no_click_id';
  const candidates = found.filter((click) => program === null || click.program === program);
  const [click, ...others] = candidates;
  if (!click) return 'unknown_click';
  if (others.length > 0) return 'ambiguous';
  if (occurred_at_ms !== null && click.click_at_ms > occurred_at_ms) return 'click_after_sale';
  return click;
}

/** The click of the operator's choice. */
export function chooseByHand(
  found: readonly FoundClick[],
  program: string | null,
): FoundClick | 'no_click' | 'ambiguous' {
  const [click, ...others] = found.filter((each) => program === null || each.program === program);
  if (!click) return 'no_click';
  return others.length > 0 ? 'ambiguous' : click;
}
