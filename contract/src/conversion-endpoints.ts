// Endpoints of conversions and rewards, for the systems of the operator.
import { z } from 'zod';
import {
  Conversion,
  ConversionList,
  ConversionListQuery,
  ConversionMatch,
  ConversionsInput,
  PostbackList,
  PostbackListQuery,
  RecordedReports,
  RewardList,
  RewardListQuery,
} from './conversion.ts';
import { endpoint } from './endpoint.ts';
import { integer } from './lax.ts';

const params = z.object({ id: integer({ ge: 1 }).meta({ description: 'Conversion id.' }) });
const reading = { method: 'GET', tag: 'Conversions', group: 'operate', scope: 'operate' } as const;

export const conversionEndpoints = {
  recordConversions: endpoint({
    method: 'POST',
    path: '/v1/conversions',
    tag: 'Conversions',
    summary: 'Record what a network reports about sales',
    description:
      'Records up to 1,000 reports in one transaction: if one is invalid (422), none is recorded. Sending a report again is safe. A transaction is identified by (`network`, `transaction_id`, `item_id`); of its reports the one with the latest `modified_at` decides, whatever the order of arrival. A report with `original_transaction_id` corrects another transaction: amounts are added up, and a net of zero is `declined`. Conversions are matched to clicks by `click_id`, now or when the click arrives.',
    group: 'conversions',
    scope: 'conversions',
    idempotent: true,
    writes: true,
    audited: false,
    body: ConversionsInput,
    success: { status: 200, description: 'One answer per report, in request order', body: RecordedReports },
    errors: ['conversion_full'],
  }),
  listConversions: endpoint({
    ...reading,
    path: '/v1/conversions',
    summary: 'List conversions, newest first',
    description: 'Lists conversions with their rewards and reports. Filters are combined.',
    query: ConversionListQuery,
    success: { status: 200, description: 'A page of conversions', body: ConversionList },
    errors: ['cursor_not_found'],
  }),
  getConversion: endpoint({
    ...reading,
    path: '/v1/conversions/{id}',
    summary: 'Get a conversion',
    description: 'Returns a conversion with its reward and every report about it.',
    params,
    success: { status: 200, description: 'The conversion', body: Conversion },
    errors: ['conversion_not_found'],
  }),
  matchConversion: endpoint({
    method: 'POST',
    path: '/v1/conversions/{id}/match',
    tag: 'Conversions',
    summary: 'Match a conversion by hand',
    description:
      'Matches a conversion to a click of your choice and books its reward, also if it was matched to another. Later reports do not change the match.',
    group: 'conversions',
    scope: 'conversions',
    idempotent: true,
    writes: true,
    params,
    body: ConversionMatch,
    success: { status: 204, description: 'The conversion is matched' },
    errors: ['conversion_not_found', 'click_not_found', 'click_ambiguous'],
  }),
  listRewards: endpoint({
    ...reading,
    path: '/v1/rewards',
    summary: 'List changes of reward balances, newest first',
    description:
      'Lists the changes that conversions made to the balances of shoppers. When a sale changes its status, the old amount is written off under the old status and the new amount on under the new one, so that the sum of `amount` per `status` and `currency` is a balance.',
    query: RewardListQuery,
    success: { status: 200, description: 'A page of changes', body: RewardList },
    errors: ['cursor_not_found'],
  }),
  listPostbacks: endpoint({
    ...reading,
    path: '/v1/postbacks',
    summary: 'List postbacks of networks, newest first',
    description:
      'Lists the postbacks that affiliate networks sent, with the reason for each that could not be read. They are kept for a limited time.',
    query: PostbackListQuery,
    success: { status: 200, description: 'A page of postbacks', body: PostbackList },
    errors: ['cursor_not_found'],
  }),
} as const;
