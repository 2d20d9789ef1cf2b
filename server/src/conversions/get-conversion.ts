// Returns a conversion with every report about it.
import { AppError } from '../app-error.ts';
import type { ConversionStore } from '../store/conversion-store.ts';
import { type Sight, toWire } from './to-wire.ts';

export async function getConversion({ store }: { store: ConversionStore }, id: number, sight: Sight) {
  const found = await store.getConversion({ id });
  if (!found) throw new AppError('conversion_not_found');
  return toWire(found.conversion, found.history, sight);
}
