// Rakuten Advertising: Postback API and Events API. They state no status: a mapping for "" can.
import type { Dialect } from '../dialect.ts';

export const rakuten: Dialect = {
  name: 'rakuten',
  fields: {
    // One row per product of an order, each with an id of its own; corrections are rows with negative amounts.
    transaction_id: ['etransaction_id'],
    order_id: ['order_id'],
    click_id: ['u1'],
    sale_amount: ['sale_amount'],
    commission: ['commissions'],
    currency: ['currency'],
    occurred_at: ['transaction_date'],
  },
  statuses: {},
  postback: {
    fields: ['transaction_id', 'order_id', 'occurred_at', 'sale_amount', 'commission', 'currency', 'click_id'],
    other_macros: ['is_event'],
    enclosed_in: ['<', '>'],
    page: 'the Postback API: POST https://api.linksynergy.com/v1/postback.',
  },
};
