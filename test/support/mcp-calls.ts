// Calls of /mcp in process, in both eras of the protocol, and the size of an answer in tokens.
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

export type Era = '2025-11-25' | '2026-07-28';
export const ERAS: Era[] = ['2025-11-25', '2026-07-28'];

export interface McpCall {
  era?: Era;
  key?: string;
  headers?: Record<string, string>;
  /** `/mcp` if absent. */
  url?: string;
}

export const headersOf = (method: string, { name, uri }: { name?: string; uri?: string }, era: Era) => ({
  accept: 'application/json',
  'content-type': 'application/json',
  'mcp-protocol-version': era,
  ...(era === '2026-07-28' ? { 'mcp-method': method, ...((name ?? uri) ? { 'mcp-name': (name ?? uri)! } : {}) } : {}),
});

export const messageOf = (method: string, params: object, era: Era) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, ...(era === '2026-07-28' ? { _meta: META } : {}) },
});

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes.
type Json = any;

export async function askMcp(
  app: FastifyInstance,
  method: string,
  params: object = {},
  { era = '2025-11-25', key = 'test-key', headers = {}, url = '/mcp' }: McpCall = {},
): Promise<{ status: number; json: Json; headers: Record<string, unknown> }> {
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { ...headersOf(method, params, era), 'x-api-key': key, ...headers },
    payload: JSON.stringify(messageOf(method, params, era)),
  });
  return { status: response.statusCode, headers: response.headers, json: JSON.parse(response.body) };
}

export interface ToolReply {
  text: string;
  data: Json;
  isError: boolean;
  /** Of the whole answer, in the tokenizer that needs more. */
  tokens: number;
}

export async function callTool(
  app: FastifyInstance,
  name: string,
  args: unknown,
  call: McpCall = {},
): Promise<ToolReply> {
  const { status, json } = await askMcp(app, 'tools/call', { name, arguments: args }, call);
  assert.equal(status, 200, JSON.stringify(json));
  const { content, structuredContent: data, isError = false } = json.result;
  assert.equal(content.length, 1);
  return { text: content[0].text, data, isError, tokens: tokensOf(json.result) };
}

export function tokensOf(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const options = { disallowedSpecial: new Set<string>() };
  return Math.max(encode(text, options).length, encodeCl100k(text, options).length);
}
