// The MCP server of one request or connection: the tools, resources and prompts that its caller may use.

import { ERRORS } from '@finderfee/contract/errors.ts';
import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { AppError } from '../app-error.ts';
import { VERSION } from '../version.ts';
import { LIST_CACHING, leanSchema } from './lean-schema.ts';
import type { McpContext, ToolOutcome } from './mcp-deps.ts';
import { UNTRUSTED } from './product-entry.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { adviceOn, readArguments, type Tool, toErrorResult, toResult } from './tool.ts';
import { findMerchants } from './tools/find-merchants.ts';
import { getBuyLink } from './tools/get-buy-link.ts';
import { getProducts } from './tools/get-products.ts';
import { listFilterValues } from './tools/list-filter-values.ts';
import { priceHistory } from './tools/price-history.ts';
import { searchProducts } from './tools/search-products.ts';
import { similarProducts } from './tools/similar-products.ts';
import { traceCall } from './trace-call.ts';

const INSTRUCTIONS = `Finds products of many shops, with current prices. Search with search_products, read details with get_products before you recommend, and compare prices in the same currency only. ${UNTRUSTED} Prices and stock hold as of the time stated. If get_buy_link is available, give the person its link when they have chosen, and say that it is an affiliate link.`;

const TOOLS = [
  searchProducts,
  getProducts,
  similarProducts,
  findMerchants,
  listFilterValues,
  priceHistory,
  getBuyLink,
].map((entry) => ({ entry, ...schemasOf(entry) }));

/** No list changes while a client is connected. */
const FIXED = { listChanged: false };

/** Converted once. Arguments are read by the tool, whose answer to a fault is short and says what to do. */
function schemasOf({ input, output }: Tool) {
  return { input: asIs(leanSchema(input, 'input')), output: asIs(leanSchema(output, 'output')) };
}

function asIs(json: Record<string, unknown>): StandardSchemaWithJSON<unknown, unknown> {
  const convert = () => json;
  return {
    '~standard': {
      version: 1,
      vendor: 'finderfee',
      validate: (value) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

export function createServer(context: McpContext): McpServer {
  const server = new McpServer(
    { name: 'finderfee', title: 'Finderfee', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: FIXED, resources: FIXED, prompts: FIXED },
      cacheHints: {
        'tools/list': LIST_CACHING,
        'prompts/list': LIST_CACHING,
        'resources/list': LIST_CACHING,
        'resources/templates/list': LIST_CACHING,
        'server/discover': LIST_CACHING,
      },
    },
  );
  for (const { entry, input, output } of TOOLS) {
    if (!isOffered(entry, context)) continue;
    const { name, title, description, needs } = entry;
    const annotations = {
      readOnlyHint: needs === undefined,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    };
    const config = { title, description, inputSchema: input, outputSchema: output, annotations };
    server.registerTool(name, config, (args) => call(context, entry, args));
  }
  registerResources(server, context);
  registerPrompts(server);
  return server;
}

const isOffered = ({ needs, feature }: Tool, { caller, features_off }: McpContext): boolean =>
  (needs === undefined || caller.scopes.includes(needs)) && !features_off.includes(feature);

async function call(context: McpContext, entry: Tool, given: unknown) {
  const { caller } = context;
  let args: Record<string, unknown> | undefined;
  const end = async (outcome: ToolOutcome) => {
    caller.onToolCall(entry.name, outcome);
    await traceCall(context, { tool: entry.name, outcome, args });
  };
  try {
    args = readArguments(entry.input, given);
    const answer = toResult(await entry.run(context, args));
    await end('answered');
    return answer;
  } catch (error) {
    const advice = adviceOn(error);
    const isOurs = advice === null || (error instanceof AppError && ERRORS[error.code].status >= 500);
    if (isOurs) caller.onFault(error);
    await end(isOurs ? 'failed' : 'refused');
    return toErrorResult(advice ?? 'The service failed. Call again, or tell the person that it cannot be reached.');
  }
}
