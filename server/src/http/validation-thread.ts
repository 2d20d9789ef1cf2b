// Worker thread that parses and validates large bodies: see large-bodies.ts.
import { parentPort } from 'node:worker_threads';
import { type EndpointName, endpoints } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { Outcome } from './large-bodies.ts';
import { type RawRequest, ValidationError, validate } from './validation.ts';

parentPort!.on('message', ({ name, raw }: { name: EndpointName; raw: RawRequest }) => {
  parentPort!.postMessage(outcomeOf(name, raw));
});

function outcomeOf(name: EndpointName, raw: RawRequest): Outcome {
  try {
    return { input: validate(endpoints[name], raw) };
  } catch (error) {
    if (error instanceof ValidationError) return { refusal: error.body };
    if (error instanceof AppError) return { code: error.code };
    throw error;
  }
}
