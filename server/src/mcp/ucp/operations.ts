// The operations by the name of their tool, and how REST answers them.
import type { McpContext } from '../mcp-deps.ts';
import { ToolFault } from '../tool.ts';
import { failure } from './envelope.ts';
import { getProduct, lookUpCatalogue } from './look-up-catalogue.ts';
import { faultCode, type Operation, runOperation } from './operation.ts';
import { searchCatalogue } from './search-catalogue.ts';

export const OPERATIONS: readonly Operation[] = [searchCatalogue, lookUpCatalogue, getProduct];

/** Faults of the service are thrown: they are answered as on any route. */
export async function answerRest(context: McpContext, name: string, body: string): Promise<Response> {
  const entry = OPERATIONS.find((operation) => operation.name === name)!;
  try {
    return Response.json(await runOperation(context, entry, parse(body)));
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error;
    const fault = { code: faultCode(error), content: error.message, severity: 'recoverable' as const };
    return Response.json(failure(entry.capability, fault), { status: 400 });
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ToolFault('The body is not JSON.');
  }
}
