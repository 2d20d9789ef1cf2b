// Calls an OpenAI-compatible chat completions endpoint.
import { z } from 'zod';

export interface ModelSettings {
  base_url: string;
  model: string;
  api_key: string | undefined;
  /** For all calls of a turn together. */
  timeout_ms: number;
  /** For all calls of a turn together, as counted by the endpoint. */
  max_tokens: number;
}

export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

/** Why the model failed; the built-in reader then takes the turn. */
export class ModelFailure extends Error {}

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number() }).nullish(),
});

/** Longer responses are rejected. */
const MAX_REPLY_BYTES = 256 * 1024;

interface Request {
  messages: ModelMessage[];
  tools: unknown[];
  signal: AbortSignal;
  max_tokens: number;
}

export async function complete(settings: ModelSettings, { messages, tools, signal, max_tokens }: Request) {
  const text = await post(settings, { model: settings.model, messages, tools, max_tokens, temperature: 0 }, signal);
  const read = Completion.safeParse(parse(text));
  if (!read.success) throw new ModelFailure('the response is not a chat completion');
  const [choice] = read.data.choices;
  const { content, tool_calls } = choice!.message;
  // Endpoints without usage figures are estimated at four characters per token.
  const tokens = read.data.usage?.total_tokens ?? Math.ceil((JSON.stringify(messages).length + text.length) / 4);
  const calls = (tool_calls ?? []).map((call): ToolCall => ({ ...call, type: 'function' }));
  return { content: content ?? '', calls, tokens };
}

async function post(settings: ModelSettings, body: object, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(`${settings.base_url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(settings.api_key ? { authorization: `Bearer ${settings.api_key}` } : {}),
      },
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ModelFailure(`the endpoint answered with status ${response.status}`);
    }
    return await readText(response);
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    if (signal.aborted) throw new ModelFailure('the turn timed out');
    throw new ModelFailure('the endpoint could not be reached');
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) throw new ModelFailure('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailure('the response is not JSON');
  }
}
