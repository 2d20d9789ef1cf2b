// FlexOffers: Postback URLs, and allsales of its API.
import type { Dialect } from '../dialect.ts';

export const flexoffers: Dialect = {
  name: 'flexoffers',
  fields: {
    transaction_id: ['flx_salesid', 'legacyId'],
    order_id: ['on'],
    click_id: ['fobs'],
    sale_amount: ['sa', 'saleAmount'],
    commission: ['ca', 'commission'],
    currency: ['currency'],
    status: ['status'],
    occurred_at: ['et'],
  },
  statuses: {
    pending: 'pending',
    approved: 'approved',
    bonus: 'approved',
    canceled: 'declined',
    cancelled: 'declined',
    'non-commissionable': 'declined',
  },
  utc_offset: '-05:00',
  postback: {
    fields: ['transaction_id', 'order_id', 'sale_amount', 'commission', 'occurred_at', 'click_id'],
    enclosed_in: ['#', '#'],
    page: 'Flex Apps → Postback URLs.',
  },
};
