// The examples of the ledger endpoints.
const fact = { program: 'gold', convo_id: 'c1', email: 'a***@example.com' };
const offer = {
  kind: 'offer',
  id: '41',
  at: '2026-03-04T05:05:00.000Z',
  status: 'registered',
  ...fact,
  ids: { presentation_id: 'p1', click_id: 'k1' },
  amounts: [{ name: 'value', amount: '39.50', currency: 'USD' }],
  summary: 'Gooseneck kettle 0.9 l, 39.50 USD, 4% back',
};
const click = {
  kind: 'click',
  id: '7',
  at: '2026-03-04T05:06:07.000Z',
  status: null,
  ...fact,
  ids: { click_id: 'k1', presentation_id: 'p1', offer_id: '41' },
  amounts: [],
  summary: 'Click k1 on p1',
};
const conversion = {
  kind: 'conversion',
  id: '5',
  at: '2026-03-04T05:20:00.000Z',
  status: 'approved',
  ...fact,
  ids: {
    ...{ network: 'awin', transaction_id: '259630312' },
    ...{ click_id: 'k1', click_no: '7', presentation_id: 'p1', offer_id: '41' },
  },
  amounts: [
    { name: 'sale_amount', amount: '39.50', currency: 'USD' },
    { name: 'commission', amount: '3.16', currency: 'USD' },
    { name: 'reward', amount: '1.58', currency: 'USD' },
  ],
  summary: 'Sale reported by awin: approved, sale 39.50 USD, commission 3.16 USD, reward 1.58 USD',
};
const reward = {
  kind: 'reward',
  id: '9',
  at: '2026-03-04T05:36:07.000Z',
  status: 'approved',
  ...fact,
  ids: { conversion_id: '5' },
  amounts: [{ name: 'reward', amount: '1.58', currency: 'USD' }],
  summary: '1.58 USD on approved',
};

export const ledgerExamples = {
  findFacts: { query: { id: 'k1', per_page: '25' }, reply: { items: [offer, click], next_cursor: null } },
  getTimeline: {
    params: { kind: 'offer', id: '41' },
    reply: { fact: offer, entries: [offer, click, conversion, reward], is_truncated: false },
  },
};
