// The operator's synonym edits as rows.
import type { SynonymGroup } from '../../text/synonyms.ts';
import { number, oneOf, type Row, text } from '../columns.ts';
import { SYNONYM_EDIT_KINDS, type SynonymEdit } from '../config-store.ts';

/** The JSON of the group differs between engines. */
export const toSynonymEdit = (row: Row, group: SynonymGroup): SynonymEdit => ({
  key: text(row, 'key'),
  kind: oneOf(row, 'kind', SYNONYM_EDIT_KINDS),
  group,
  at_ms: number(row, 'at_ms'),
});
