// Health and metrics endpoints, and the images of the demo catalogue.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './lax.ts';

const Liveness = z
  .strictObject({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) })
  .meta({ id: 'Liveness', description: 'The process runs.' });
const Version = z
  .strictObject({
    version: z.string().meta({ description: 'Version of the service.' }),
    commit: z
      .string()
      .nullable()
      .meta({ description: 'Hash of the git commit of its sources. Null if it was built or cloned without git.' }),
  })
  .meta({ id: 'Version', description: 'What is running.' });
const Readiness = z
  .strictObject({
    status: z.literal('ready').meta({ description: 'Always `ready`.' }),
    degraded: z.array(z.enum(['database', 'index', 'disk'])).meta({
      description:
        'Degraded parts of a service that is otherwise ready. `database`: only redirects to offers seen lately work. `index`: searches and chats are rejected, because OpenSearch does not answer or the index is being built again. `disk`: it is nearly full, and writes are rejected.',
    }),
  })
  .meta({ id: 'Readiness', description: 'The service answers every endpoint, except for what is degraded.' });
const WaitingFor = z
  .strictObject({
    part: z.enum(['index']).meta({ description: 'The part that is not ready.' }),
    step: z.enum(['opening', 'filling', 'learning']).meta({
      description:
        '`opening`: the index is being opened. `filling`: products are being indexed. `learning`: the ranking is being learned.',
    }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Share of `filling` that is done, from 0 to 1. Null for the other steps.' }),
  })
  .meta({ id: 'WaitingFor', description: 'A part that is not ready yet.' });
const Unreadiness = z
  .strictObject({
    status: z.enum(['starting', 'stopping', 'lagging']).meta({ description: 'Why the service is not ready.' }),
    detail: z.string().meta({ description: 'The same in one sentence.' }),
    waiting_for: z.array(WaitingFor).meta({ description: 'Parts that are not ready. Empty while the service stops.' }),
  })
  .meta({ id: 'Unreadiness', description: 'Why the service is not ready, and what it is waiting for.' });
const pictureParams = z.object({ file: text({ max: 300 }).meta({ description: 'File name, from a search item.' }) });

export const operationEndpoints = {
  demoProductPicture: endpoint({
    method: 'GET',
    path: '/demo/products/{file}',
    tag: 'Operations',
    hidden: true,
    summary: 'The picture of a demo product',
    description: 'Draws the picture of a product of the demo catalogue.',
    group: 'open',
    params: pictureParams,
    success: { status: 200, description: 'The picture', contentType: 'image/svg+xml; charset=utf-8' },
    errors: ['not_found', 'overloaded', 'store_unavailable'],
  }),
  demoMerchantLogo: endpoint({
    method: 'GET',
    path: '/demo/merchants/{file}',
    tag: 'Operations',
    hidden: true,
    summary: 'The logo of a demo merchant',
    description: 'Draws the logo of a merchant of the demo catalogue.',
    group: 'open',
    params: pictureParams,
    success: { status: 200, description: 'The logo', contentType: 'image/svg+xml; charset=utf-8' },
    errors: ['not_found', 'overloaded', 'store_unavailable'],
  }),
  livez: endpoint({
    method: 'GET',
    path: '/livez',
    tag: 'Operations',
    summary: 'Liveness',
    description: 'Answers 200 while the process runs.',
    group: 'open',
    success: { status: 200, description: 'The process runs', body: Liveness },
  }),
  version: endpoint({
    method: 'GET',
    path: '/version',
    tag: 'Operations',
    summary: 'Version',
    description: 'Returns the version of the service and the commit of its sources.',
    group: 'open',
    success: { status: 200, description: 'The version', body: Version },
  }),
  readyz: endpoint({
    method: 'GET',
    path: '/readyz',
    tag: 'Operations',
    summary: 'Readiness',
    description:
      'Answers 200 when every product committed before the start is searchable, 503 before that and during shutdown.',
    group: 'open',
    success: { status: 200, description: 'The service is ready', body: Readiness },
    other_replies: {
      503: {
        description: 'The service is starting or stopping',
        body: Unreadiness,
        headers: { 'Retry-After': 'Seconds to wait before the next attempt.' },
      },
    },
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    tag: 'Operations',
    summary: 'Metrics for Prometheus',
    description:
      'Returns counters, gauges and histograms in the Prometheus text format. The key may also come as a bearer token.',
    group: 'operate',
    scope: 'operate',
    bearer_key: true,
    success: {
      status: 200,
      description: 'Prometheus text format',
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
    },
  }),
} as const;
