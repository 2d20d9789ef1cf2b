// The example of the funnel report, shown in the API reference.

export const funnelReportExample = {
  reportFunnel: {
    query: { from: '2026-11-01', to: '2026-11-30', group_by: 'program', tz: 'Europe/Berlin' },
    reply: {
      rows: [
        {
          key: 'gold',
          searches: null,
          offers: 1840,
          clicks: 412,
          unique_clicks: 388,
          non_clicks: { prefetch: 23, robot: 57 },
          signups: 35,
          conversions: { pending: 9, approved: 14, declined: 2 },
          conversion_rate: 0.06068,
          approval_rate: 0.875,
          undecided_share: 0.36,
          amounts: [
            {
              currency: 'USD',
              sale_amount: '1954.20',
              commission: '143.85',
              rewards: '71.93',
              epc_all: '0.34915',
              epc_confirmed: '0.217112',
            },
          ],
        },
      ],
      unmatched: { count: 3, amounts: [{ currency: 'USD', sale_amount: '120.00', commission: '8.40' }] },
    },
  },
};
