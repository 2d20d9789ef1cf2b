// Endpoints of the ledger lookup, for operators.
import { endpoint } from './endpoint.ts';
import { LedgerFacts, LedgerQuery, Timeline, TimelineParams } from './ledger.ts';

const reading = { method: 'GET', tag: 'Ledger', group: 'operate', scope: 'operate' } as const;

export const ledgerEndpoints = {
  findFacts: endpoint({
    ...reading,
    path: '/v1/ledger',
    summary: 'Find facts by an id',
    description:
      'Finds offers, clicks, signups, conversions and rewards by any of their ids. An id that callers chose may belong to several facts.',
    query: LedgerQuery,
    success: { status: 200, description: 'A page of facts', body: LedgerFacts },
    errors: ['cursor_not_found'],
  }),
  getTimeline: endpoint({
    ...reading,
    path: '/v1/ledger/{kind}/{id}',
    summary: 'Follow a fact from presentment to reward',
    description:
      'Returns what led to a fact and what came of it: the offer, its clicks, the signup of the shopper in the program, conversions, and the changes of reward balances. Of an offer, all of its clicks are followed; of a click or what came of it, that click. A signup is followed to the conversions of the shopper in the program.',
    params: TimelineParams,
    success: { status: 200, description: 'The time line', body: Timeline },
    errors: ['fact_not_found'],
  }),
} as const;
