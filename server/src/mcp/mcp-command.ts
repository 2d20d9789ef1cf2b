// `finderfee mcp`: MCP over stdio, for hosts that start a program.
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { McpContext } from './mcp-deps.ts';

export function addMcpCommand(
  program: Command,
  withLocal: (action: (context: McpContext) => Promise<number>) => Promise<void>,
  env: NodeJS.ProcessEnv,
): void {
  program
    .command('mcp')
    .description('serve MCP over stdio to an agent, from the local data or from a service elsewhere')
    .option('--url <address>', 'address of the service, whose key is in FINDERFEE_API_KEY', toEndpoint)
    .action(({ url }: { url?: URL }) => (url ? serveRemote(url, env) : withLocal(serveLocal)));
}

function toEndpoint(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new InvalidArgumentError('must be an address like https://shop.example');
  url.pathname = url.pathname.replace(/\/*(mcp)?\/*$/, '/mcp');
  return url;
}

async function serveRemote(url: URL, env: NodeJS.ProcessEnv): Promise<void> {
  const api_key = env.FINDERFEE_API_KEY ?? '';
  if (api_key === '') console.error('finderfee: FINDERFEE_API_KEY is not set');
  const { bridge } = await import('./bridge.ts');
  const onFault = (text: string) => console.error(`finderfee: ${text}`);
  await bridge({ url, api_key, input: process.stdin, output: process.stdout, onFault });
}

/** Resolves when the host has closed stdin. */
async function serveLocal(context: McpContext): Promise<number> {
  const [{ serveStdio }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./create-server.ts'),
  ]);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const handle = serveStdio(() => createServer(context), {
    onerror: (error) => console.error(`finderfee: ${error.message}`),
  });
  process.stdin.once('end', resolve).once('close', resolve);
  await ended;
  await handle.close();
  return 0;
}
