// Staged products as rows.
import { json, number, type Row, text } from '../columns.ts';
import { type StagedRow, stepEnd } from '../rules/stage-rows.ts';

export const toStagedRow = (row: Row): StagedRow => ({ about: json(row, 'about'), data: text(row, 'data') });

/** The rows are the numbers and sizes of the next staged rows. */
export const toStepEnd = (rows: readonly Row[], by: { after: number; limit: number }) =>
  stepEnd(
    rows.map((row) => ({ no: number(row, 'no'), bytes: number(row, 'bytes') })),
    by,
  );
