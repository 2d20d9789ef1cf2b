// impact.com: Event Notifications, and Actions of its API.
import type { Dialect } from '../dialect.ts';

export const impact: Dialect = {
  name: 'impact',
  fields: {
    transaction_id: ['ActionId', 'Id'],
    order_id: ['Oid'],
    click_id: ['SubId1'],
    sale_amount: ['Amount'],
    commission: ['Payout'],
    currency: ['Currency'],
    status: ['Status', 'State'],
    is_paid: ['ClearedDate'],
    occurred_at: ['EventDate', 'CreationDate'],
  },
  statuses: { pending: 'pending', approved: 'approved', reversed: 'declined' },
  is_paid_by_date: true,
  postback: {
    fields: ['transaction_id', 'status', 'sale_amount', 'commission', 'currency', 'occurred_at', 'click_id'],
    enclosed_in: ['{', '}'],
    page: 'Settings → Event Notifications, for Action Lifecycle and Action Clearing events.',
  },
};
