// Puts a tool call on the trace of its conversation, if it names one.
import { randomUUID } from 'node:crypto';
import { maskSecrets, maskTexts } from '../text/mask.ts';
import type { McpContext, ToolOutcome } from './mcp-deps.ts';
import { plainLine } from './shop-text.ts';

const MAX_ARGUMENTS_CHARS = 2000;

interface Called {
  tool: string;
  outcome: ToolOutcome;
  /** Undefined if they could not be read. */
  args: Record<string, unknown> | undefined;
}

/** A call is answered also if its trace cannot be stored. */
export async function traceCall(
  { deps, caller, read_only }: McpContext,
  { tool, outcome, args = {} }: Called,
): Promise<void> {
  const { convo_id, ...others } = args;
  if (typeof convo_id !== 'string' || read_only || deps.disk.isLow) return;
  const masked = maskTexts(others, maskSecrets);
  const json = JSON.stringify(masked);
  const shown = json.length > MAX_ARGUMENTS_CHARS ? plainLine(json, MAX_ARGUMENTS_CHARS) : masked;
  const data = { tool, outcome, arguments: shown };
  try {
    await deps.store.recordToolCall({ convo_id, call_id: randomUUID(), data, now_ms: deps.clock.now_ms() });
  } catch (error) {
    caller.onFault(error);
  }
}
