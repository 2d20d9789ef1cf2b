// The client of the service that serves this page. The session in the cookie takes the place of a key.
import type { CallOptions } from '@finderfee/client';
import { FinderfeeOperator } from '@finderfee/client/operator';

/** The address of the service: the folder above the console. */
export const SERVICE_URL = new URL('..', document.baseURI).href;

export const api = new FinderfeeOperator({
  baseUrl: SERVICE_URL,
  headers: { 'x-finderfee-console': '1' },
  maxRetries: 1,
});

/** For what a page loads by itself: it does not keep the session of an absent person open. */
export const REFRESH: CallOptions = { headers: { 'x-finderfee-console': 'refresh' } };
