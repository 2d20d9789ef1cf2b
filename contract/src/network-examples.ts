// The examples of the endpoints of accounts with networks.
const summary = {
  name: 'impact',
  dialect: 'impact',
  currency: 'USD',
  takes_postbacks: true,
  rejected_postbacks: 0,
  created_at: '2026-03-04T05:06:07.000Z',
};
const network = {
  ...summary,
  mapping: { statuses: { LOCKED: 'approved' } },
  postback_url:
    'https://shop.example/postback/5kQ2nZyZQm4cZ2lX0m1o9W3bTgVh7rKd?ActionId={ActionId}&Status={Status}&Amount={Amount}&Payout={Payout}&Currency={Currency}&EventDate={EventDate}&SubId1={SubId1}',
  postback_page: 'Settings → Event Notifications, for Action Lifecycle and Action Clearing events.',
};
const params = { name: 'impact' };

export const networkExamples = {
  listNetworks: { reply: { items: [summary], next_cursor: null } },
  createNetwork: {
    body: { name: 'impact', mapping: network.mapping, currency: 'USD' },
    reply: network,
  },
  getNetwork: { params, reply: network },
  rotateNetwork: { params, reply: network },
  deleteNetwork: { params },
};
