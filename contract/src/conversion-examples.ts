// The examples of the conversion endpoints.
const later = '2026-03-04T05:36:07.000Z';
const conversion = {
  id: 5,
  network: 'awin',
  transaction_id: '259630312',
  item_id: null,
  status: 'approved',
  is_paid: false,
  sale_amount: '39.50',
  commission: '3.16',
  currency: 'USD',
  click_id: 'k1',
  offer_id: 41,
  program: 'gold',
  unmatched_reason: null,
  reward: { amount: '1.58', currency: 'USD', reason: null },
  history: [
    {
      received_at: later,
      modified_at: '2026-03-04T05:30:00.000Z',
      status: 'approved',
      sale_amount: '39.50',
      commission: '3.16',
      is_applied: true,
    },
  ],
};

const postback = { transactionId: '259630312', transactionAmount: '39.50', transactionCurrency: 'USD', clickRef: 'k1' };

export const conversionExamples = {
  recordConversions: {
    body: {
      conversions: [
        {
          network: 'awin',
          transaction_id: '259630312',
          click_id: 'k1',
          sale_amount: '39.50',
          commission: '3.16',
          currency: 'USD',
          status: 'approved',
          occurred_at: '2026-03-04T05:20:00Z',
          modified_at: '2026-03-04T05:30:00Z',
        },
      ],
    },
    reply: [{ id: 5, state: 'recorded', is_matched: true }],
  },
  listConversions: {
    query: { status: 'approved', is_matched: 'true', per_page: '25' },
    reply: { items: [conversion], next_cursor: null },
  },
  getConversion: { params: { id: '5' }, reply: conversion },
  matchConversion: { params: { id: '5' }, body: { click_id: 'k1', program: 'gold' } },
  listRewards: {
    query: { program: 'gold', email: 'ann@example.com' },
    reply: {
      items: [
        {
          no: 9,
          conversion_id: 5,
          program: 'gold',
          email: 'a***@example.com',
          status: 'approved',
          amount: '1.58',
          currency: 'USD',
          changed_at: later,
        },
      ],
      next_cursor: null,
    },
  },
  listPostbacks: {
    query: { network: 'awin', is_rejected: 'true' },
    reply: {
      items: [
        {
          id: 8,
          network: 'awin',
          received_at: later,
          reason: 'transactionId is missing',
          fields: { transactionAmount: '39.50', clickRef: 'k1' },
        },
      ],
      next_cursor: null,
    },
  },
  receivePostback: { params: { token: 'N3k2-9wAAAAAAAAAAAAAAAAAAAAAAAAA' }, query: postback, reply: 'OK' },
  receivePostbackForm: { params: { token: 'N3k2-9wAAAAAAAAAAAAAAAAAAAAAAAAA' }, query: postback, reply: 'OK' },
};
