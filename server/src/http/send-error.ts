// Sends errors: the caller gets the sentence of the catalogue, the log gets the cause.
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { type Fault, InvalidInput } from '../invalid-input.ts';
import { sendShopperPage } from './shopper-page.ts';
import { type Detail, echo, ValidationError, valueError } from './validation.ts';

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A download that fails before its first byte has set them.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  if (error instanceof InvalidInput)
    return reply.code(422).send({ detail: error.faults.map((fault) => faultDetail(error.place, fault)) });
  if (error instanceof ValidationError) return reply.code(422).send(error.body);
  const known = error instanceof AppError ? error : new AppError(codeOf(error), { cause: error });
  const { status, retry_after_s } = ERRORS[known.code] as { status: number; retry_after_s?: number };
  if (known.code === 'internal') request.log.error({ err: known.cause ?? known }, 'request failed');
  // If the client has disconnected, its work was cancelled on purpose.
  else if (status >= 500 && known.cause && !reply.raw.destroyed)
    request.log.warn({ err: known }, 'request could not be served');
  if (retry_after_s && !reply.hasHeader('retry-after')) reply.header('retry-after', retry_after_s);
  if (sendShopperPage(request, reply, status)) return reply;
  return reply.code(status).send({ detail: known.detail });
}

/** A fault reported by a verb, in the form of a validation fault. */
function faultDetail(place: string, { path, message, input }: Fault): Detail {
  const { ctx, ...detail } = valueError([place, ...path], message);
  return { ...detail, ...(input === undefined ? {} : echo(input as string)), ctx: ctx! };
}

/** Maps Fastify's own errors, by code or else by status. */
function codeOf(error: unknown): ErrorCode {
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported_media_type';
  return statusCode >= 400 && statusCode < 500 ? 'bad_request' : 'internal';
}
