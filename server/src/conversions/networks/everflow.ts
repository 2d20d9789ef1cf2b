// Everflow: partner postbacks, and raw conversions of its API.
import type { Dialect } from '../dialect.ts';

export const everflow: Dialect = {
  name: 'everflow',
  fields: {
    // Postbacks do not have the id of the conversion, only those of the network's click and of the event.
    transaction_id: ['transaction_id'],
    item_id: ['event_id'],
    order_id: ['order_id'],
    click_id: ['sub1'],
    sale_amount: ['sale_amount'],
    commission: ['payout'],
    currency: ['currency', 'currency_id'],
    status: ['status', 'conversion_status'],
    occurred_at: ['conversion_unix_timestamp'],
  },
  statuses: { pending: 'pending', approved: 'approved', rejected: 'declined' },
  postback: {
    fields: ['transaction_id', 'item_id', 'sale_amount', 'commission', 'click_id'],
    enclosed_in: ['{', '}'],
    page: 'Postbacks of the partner portal, global.',
  },
};
