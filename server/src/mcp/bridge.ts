// MCP over stdio for a service elsewhere: each message from stdin is posted to its /mcp, and each answer is a line on stdout.
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { plainLine } from './shop-text.ts';

const MAX_MESSAGE_CHARS = 256 * 1024;
/** A JSON-RPC error of the server. */
const SERVER_ERROR = -32_000;
const PARSE_ERROR = -32_700;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; uri?: unknown; requestId?: unknown; _meta?: Record<string, unknown> };
}

export interface BridgeOptions {
  url: URL;
  api_key: string;
  input: Readable;
  output: Writable;
  onFault: (text: string) => void;
}

/** Resolves when stdin has ended and everything is answered. */
export async function bridge(options: BridgeOptions): Promise<void> {
  const inFlight = new Map<unknown, AbortController>();
  const pending = new Set<Promise<void>>();
  /** Of the era with a handshake, which the server has chosen in it. */
  const agreed: { version?: string } = {};
  for await (const line of createInterface({ input: options.input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const message = read(line);
    if (message === null) {
      write(options, errorFor(null, PARSE_ERROR, 'Parse error: a line is one JSON-RPC message of at most 256 KB'));
      continue;
    }
    if (message.method === 'notifications/cancelled') {
      inFlight.get(message.params?.requestId)?.abort();
      continue;
    }
    const controller = new AbortController();
    if (message.id !== undefined) inFlight.set(message.id, controller);
    const done = forward(options, message, { line, agreed, signal: controller.signal }).finally(() => {
      if (inFlight.get(message.id) === controller) inFlight.delete(message.id);
      pending.delete(done);
    });
    pending.add(done);
    // The handshake decides how later messages are sent.
    if (message.method === 'initialize') await done;
  }
  await Promise.all(pending);
}

function read(line: string): Message | null {
  if (line.length > MAX_MESSAGE_CHARS) return null;
  try {
    const message = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : null;
  } catch {
    return null;
  }
}

interface Sent {
  line: string;
  agreed: { version?: string };
  signal: AbortSignal;
}

async function forward(options: BridgeOptions, message: Message, { line, agreed, signal }: Sent): Promise<void> {
  const { id = null, method } = message;
  try {
    const response = await fetch(options.url, {
      method: 'POST',
      headers: headersOf(message, options.api_key, agreed.version),
      body: line,
      // A redirect would send the key elsewhere.
      redirect: 'error',
      signal,
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return await relay(options, response);
    const answer = parse(await response.text());
    if (method === 'initialize')
      agreed.version = (answer?.result as { protocolVersion?: string })?.protocolVersion ?? '';
    if (answer?.jsonrpc) write(options, answer);
    else if (!response.ok)
      refuse(options, id, `${String(answer?.detail ?? response.statusText)} (HTTP ${response.status})`);
  } catch (error) {
    if (signal.aborted) return;
    const { message: reason, cause } = error as Error;
    refuse(options, id, `${options.url.origin} cannot be reached: ${(cause as Error)?.message ?? reason}`);
  }
}

function headersOf({ method = '', params }: Message, api_key: string, agreed = ''): Record<string, string> {
  const claimed = params?._meta?.[VERSION_KEY];
  const common = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(api_key === '' ? {} : { 'x-api-key': api_key }),
  };
  if (typeof claimed !== 'string') return { ...common, ...(agreed ? { 'mcp-protocol-version': agreed } : {}) };
  const name = params?.name ?? params?.uri;
  return {
    ...common,
    'mcp-protocol-version': headerText(claimed),
    'mcp-method': headerText(method),
    ...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
  };
}

/** Texts that a header cannot carry are in base64, as the protocol says. */
const headerText = (text: string): string =>
  /^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith('=?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The messages of a stream, which a client opens to learn of changes. */
async function relay(options: BridgeOptions, response: Response): Promise<void> {
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const message = line.startsWith('data:') ? parse(line.slice('data:'.length)) : null;
      if (message) write(options, message);
    }
  }
}

const errorFor = (id: unknown, code: number, text: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: plainLine(text, 500) },
});

/** A notification has no answer. */
function refuse(options: BridgeOptions, id: unknown, text: string): void {
  options.onFault(plainLine(text, 500));
  if (id !== null) write(options, errorFor(id, SERVER_ERROR, text));
}

const write = ({ output }: BridgeOptions, message: object) => output.write(`${JSON.stringify(message)}\n`);
