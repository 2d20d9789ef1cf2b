// Every endpoint of the service, with its access rules, input, replies and errors.
import type { z } from 'zod';
import { administrationEndpoints } from './administration-endpoints.ts';
import { catalogueEndpoints } from './catalogue-endpoints.ts';
import { consoleEndpoints } from './console-endpoints.ts';
import { conversationEndpoints } from './conversation-endpoints.ts';
import { conversionEndpoints } from './conversion-endpoints.ts';
import { discoveryEndpoints } from './discovery-endpoints.ts';
import { jobEndpoints } from './job-endpoints.ts';
import { ledgerEndpoints } from './ledger-endpoints.ts';
import { networkEndpoints } from './network-endpoints.ts';
import { offerEndpoints } from './offer-endpoints.ts';
import { operationEndpoints } from './operation-endpoints.ts';
import { postbackEndpoints } from './postback-endpoints.ts';
import { rankingEndpoints } from './ranking-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export const endpoints = {
  ...discoveryEndpoints,
  ...offerEndpoints,
  ...conversionEndpoints,
  ...postbackEndpoints,
  ...networkEndpoints,
  ...ledgerEndpoints,
  ...reportEndpoints,
  ...webhookEndpoints,
  ...conversationEndpoints,
  ...catalogueEndpoints,
  ...rankingEndpoints,
  ...consoleEndpoints,
  ...administrationEndpoints,
  ...jobEndpoints,
  ...operationEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** Validated input of an endpoint, as its handler receives it. */
export interface InputOf<E> {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  headers: Part<E, 'headers'>;
  body: Part<E, 'body'>;
}

export type Input<N extends EndpointName> = InputOf<(typeof endpoints)[N]>;

type Body<R> = R extends { body: infer S extends z.ZodType }
  ? z.output<S>
  : R extends { contentType: string }
    ? string
    : // biome-ignore lint/suspicious/noConfusingVoidType: handlers of replies without a body return nothing.
      void;

/** Body of a documented reply of an endpoint. */
export type ReplyBody<N extends EndpointName> =
  | Body<(typeof endpoints)[N]['success']>
  | ((typeof endpoints)[N] extends { other_replies: infer O } ? Body<O[keyof O]> : never);
