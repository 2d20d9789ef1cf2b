// An operation of the catalogue, which REST and MCP offer alike.
import { z } from 'zod';
import type { McpContext } from '../mcp-deps.ts';
import { readArguments, ToolFault } from '../tool.ts';
import type { Capability, UcpAnswer } from './envelope.ts';

export interface Operation<I extends z.ZodObject = z.ZodObject> {
  /** Name of the tool. */
  name: string;
  title: string;
  description: string;
  capability: Capability;
  /** Takes unknown keys, which extensions of the protocol add. */
  input: I;
  run(context: McpContext, request: z.output<I>): Promise<UcpAnswer>;
}

/** Preserves the type of the request. */
export const operation = <I extends z.ZodObject>(entry: Operation<I>): Operation => entry as unknown as Operation;

/** A fault with a code of its own in the protocol. */
export class RequestTooLarge extends ToolFault {}

export const faultCode = (fault: ToolFault): string =>
  fault instanceof RequestTooLarge ? 'request_too_large' : 'invalid_request';

/** Throws a `ToolFault` for a request that the caller can correct. */
export async function runOperation(context: McpContext, entry: Operation, given: unknown): Promise<UcpAnswer> {
  const { caller } = context;
  try {
    const answer = await entry.run(context, readArguments(entry.input, given));
    caller.onToolCall(entry.name, 'answered');
    return answer;
  } catch (error) {
    caller.onToolCall(entry.name, error instanceof ToolFault ? 'refused' : 'failed');
    throw error;
  }
}

/** Amounts of money, in the minor unit of a currency. */
const minorUnits = () => z.int().min(0).optional();

/** Extensions add further filters. */
export const Filters = z.looseObject({
  categories: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Whole categories or levels of them, as in answers; one of them must match'),
  price: z
    .object({ min: minorUnits(), max: minorUnits() })
    .optional()
    .describe('In minor units of context.currency; only products in that currency match'),
});

export const Context = z.object({
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code')
    .transform((code) => code.toUpperCase())
    .optional(),
});
