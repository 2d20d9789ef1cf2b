// Matches a conversion to a click of the operator's choice.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { ConversionStore } from '../store/conversion-store.ts';
import type { StoreDeps } from '../store-deps.ts';

const ERRORS = {
  no_conversion: 'conversion_not_found',
  no_click: 'click_not_found',
  ambiguous: 'click_ambiguous',
} as const;

interface MatchDeps extends StoreDeps<ConversionStore> {
  reward_max_pct: number;
}

export async function matchConversion(
  { store, clock, reward_max_pct }: MatchDeps,
  id: number,
  { click_id, program = null }: Input<'matchConversion'>['body'],
): Promise<void> {
  const outcome = await store.matchConversion({ id, click_id, program, reward_max_pct, now_ms: clock.now_ms() });
  if (outcome !== 'matched') throw new AppError(ERRORS[outcome]);
}
