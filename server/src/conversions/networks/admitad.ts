// Admitad: Postback URL, and statistics/actions of its API.
import type { Dialect } from '../dialect.ts';

export const admitad: Dialect = {
  name: 'admitad',
  fields: {
    transaction_id: ['action_id'],
    order_id: ['order_id'],
    click_id: ['subid4', 'subid'],
    sale_amount: ['order_sum', 'cart'],
    commission: ['payment_sum', 'payment'],
    currency: ['currency'],
    status: ['payment_status', 'status'],
    is_paid: ['reward_ready'],
    occurred_at: ['time', 'action_date'],
  },
  // `pending` means confirmed and put on hold again.
  statuses: { new: 'pending', pending: 'pending', approved: 'approved', declined: 'declined' },
  postback: {
    fields: [
      'transaction_id',
      'order_id',
      'sale_amount',
      'commission',
      'status',
      'currency',
      'occurred_at',
      'click_id',
      'is_paid',
    ],
    enclosed_in: ['[[[', ']]]'],
    page: 'Tools → Postback URL, for all statuses of actions, including Paid.',
  },
};
