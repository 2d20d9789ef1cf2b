// Stamps as a row.
import { number, type Row } from '../columns.ts';
import type { Stamps } from '../config-store.ts';

/** What the epoch is made of differs between engines. */
export const toStamps = (row: Row, epoch: string): Stamps => ({
  epoch,
  changes: number(row, 'changes'),
  rebuilds: number(row, 'rebuilds'),
  keys: number(row, 'keys'),
  synonyms: number(row, 'synonyms'),
  vocabulary: number(row, 'vocabulary'),
});
