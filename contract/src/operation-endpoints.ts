// Health, metrics, and the pictures of the demo catalogue.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './lax.ts';

const status = z.strictObject({ status: z.string() });
const readiness = status.extend({
  degraded: z.array(z.enum(['disk'])).meta({ description: 'Parts that are impaired while the rest is served' }),
});

const notReady = z.strictObject({
  status: z.enum(['starting', 'stopping']),
  detail: z.string().meta({ description: 'One sentence for people' }),
  waiting_for: z
    .array(
      z.strictObject({
        part: z.enum(['index']),
        step: z.enum(['opening', 'filling', 'learning']).meta({
          description: 'filling: products are being indexed; learning: the ranking is being learned from them',
        }),
        progress: z.number().min(0).max(1).meta({ description: 'Share of this step that is done' }),
      }),
    )
    .meta({ description: 'Parts that are not ready yet; empty while the service stops' }),
});

export const operationEndpoints = {
  demoProductPicture: endpoint({
    method: 'GET',
    path: '/demo/products/{file}',
    tag: 'Demo',
    summary: 'The picture of a demo product',
    group: 'open',
    built: true,
    params: z.object({ file: text({ max: 300 }) }),
    replies: { 200: { description: 'The picture', contentType: 'image/svg+xml; charset=utf-8' } },
    errors: ['not_found', 'overloaded', 'store_unavailable'],
  }),
  demoMerchantLogo: endpoint({
    method: 'GET',
    path: '/demo/merchants/{file}',
    tag: 'Demo',
    summary: 'The logo of a demo merchant',
    group: 'open',
    built: true,
    params: z.object({ file: text({ max: 300 }) }),
    replies: { 200: { description: 'The logo', contentType: 'image/svg+xml; charset=utf-8' } },
    errors: ['not_found', 'overloaded', 'store_unavailable'],
  }),
  livez: endpoint({
    method: 'GET',
    path: '/livez',
    tag: 'Operations',
    summary: 'Does the process run?',
    group: 'open',
    built: true,
    replies: { 200: { description: 'It runs', body: status } },
  }),
  readyz: endpoint({
    method: 'GET',
    path: '/readyz',
    tag: 'Operations',
    summary: 'Can the service answer everything?',
    group: 'open',
    built: true,
    replies: {
      200: { description: 'It can', body: readiness },
      503: { description: 'Not yet, or not any more: the body tells what it waits for', body: notReady },
    },
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    tag: 'Operations',
    summary: 'Figures for Prometheus',
    group: 'operate',
    scope: 'operate',
    bearer_key: true,
    built: true,
    replies: {
      200: { description: 'Prometheus text format', contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    },
  }),
} as const;
