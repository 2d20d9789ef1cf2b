// TUNE (HasOffers): partner conversion URL, and the conversion report of its API.
import type { Dialect } from '../dialect.ts';

export const tune: Dialect = {
  name: 'tune',
  fields: {
    transaction_id: ['transaction_id', 'Stat.ad_id'],
    click_id: ['aff_sub', 'Stat.affiliate_info1'],
    sale_amount: ['sale_amount', 'Stat.sale_amount'],
    commission: ['payout', 'Stat.payout'],
    currency: ['currency', 'Stat.currency'],
    status: ['status', 'Stat.conversion_status'],
    occurred_at: ['datetime', 'Stat.datetime'],
  },
  statuses: { pending: 'pending', approved: 'approved', rejected: 'declined' },
  postback: {
    fields: ['transaction_id', 'sale_amount', 'commission', 'click_id'],
    enclosed_in: ['{', '}'],
    page: 'the partner conversion URL, which the network may have to enter.',
  },
};
