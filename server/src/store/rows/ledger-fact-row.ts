// Facts of the ledger lookup as rows.
import { flag, number, numberOrNull, oneOf, type Row, text, textOrNull } from '../columns.ts';
import { CONVERSION_STATUSES } from '../conversion-store.ts';
import type { FactKind, LedgerFact, SignupFact } from '../lookup-store.ts';
import { toConversion } from './conversion-row.ts';

const toHead = (row: Row) => ({
  no: number(row, 'no'),
  at_ms: number(row, 'at_ms'),
  program: textOrNull(row, 'program'),
  convo_id: textOrNull(row, 'convo_id'),
  person_no: numberOrNull(row, 'person_no'),
  email: textOrNull(row, 'email'),
});

export const toSignupFact = (row: Row): SignupFact => ({
  kind: 'signup',
  ...toHead(row),
  message_id: text(row, 'message_id'),
  signup_id: numberOrNull(row, 'signup_id'),
  recorded_by: textOrNull(row, 'recorded_by'),
  data: text(row, 'data'),
});

/** Rows have `no`, `at_ms` and `email` beside the columns of their table; amounts are texts. */
export const TO_FACT: Record<FactKind, (row: Row) => LedgerFact> = {
  offer: (row) => ({
    kind: 'offer',
    ...toHead(row),
    presentation_id: text(row, 'presentation_id'),
    click_id: text(row, 'click_id'),
    message_id: textOrNull(row, 'message_id'),
    is_registered: flag(row, 'is_registered'),
    product: text(row, 'product'),
  }),
  click: (row) => ({
    kind: 'click',
    ...toHead(row),
    presentation_id: text(row, 'presentation_id'),
    click_id: text(row, 'click_id'),
    network_click_id: textOrNull(row, 'network_click_id'),
    offer_id: numberOrNull(row, 'offer_id'),
  }),
  signup: toSignupFact,
  conversion: (row) => ({ kind: 'conversion', ...toHead(row), conversion: toConversion(row) }),
  reward: (row) => ({
    kind: 'reward',
    ...toHead(row),
    conversion_id: number(row, 'conversion_id'),
    status: oneOf(row, 'status', CONVERSION_STATUSES),
    amount: BigInt(text(row, 'amount')),
    currency: text(row, 'currency'),
  }),
};
