// Awin: Transaction Notifications, and transactions of its REST API.
import type { Dialect } from '../dialect.ts';

export const awin: Dialect = {
  name: 'awin',
  fields: {
    transaction_id: ['transactionId', 'id'],
    order_id: ['orderRef'],
    click_id: ['clickRef', 'clickRefs.clickRef'],
    sale_amount: ['transactionAmount', 'saleAmount.amount'],
    commission: ['commission', 'commissionAmount.amount'],
    currency: ['transactionCurrency', 'commissionAmount.currency', 'saleAmount.currency'],
    status: ['commissionStatus'],
    is_paid: ['paidToPublisher'],
    occurred_at: ['transactionDate'],
  },
  statuses: { pending: 'pending', approved: 'approved', declined: 'declined', deleted: 'declined' },
  json_field: 'AwinTransactionPush',
  postback: {
    fields: ['transaction_id', 'occurred_at', 'currency', 'sale_amount', 'commission', 'click_id'],
    enclosed_in: ['!!!', '!!!'],
    page: 'Toolbox → Transaction Notifications. For POST, paste the URL without its query string.',
  },
};
