// Every endpoint of the service: method, path, who may call it, what it takes and what it answers.
import type { z } from 'zod';
import { catalogueEndpoints } from './catalogue-endpoints.ts';
import { conversationEndpoints } from './conversation-endpoints.ts';
import { discoveryEndpoints } from './discovery-endpoints.ts';
import { offerEndpoints } from './offer-endpoints.ts';
import { operationEndpoints } from './operation-endpoints.ts';

export const endpoints = {
  ...discoveryEndpoints,
  ...offerEndpoints,
  ...conversationEndpoints,
  ...catalogueEndpoints,
  ...operationEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** What a handler of the endpoint gets: its validated input. */
export interface Input<N extends EndpointName> {
  params: Part<(typeof endpoints)[N], 'params'>;
  query: Part<(typeof endpoints)[N], 'query'>;
  headers: Part<(typeof endpoints)[N], 'headers'>;
  body: Part<(typeof endpoints)[N], 'body'>;
}
