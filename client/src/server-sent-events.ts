// Reads server-sent events from the body of an answer.

export interface ServerSentEvent {
  event: string;
  data: string;
  /** Id to resume after. Undefined if the event has none. */
  id: string | undefined;
}

/** `onBytes` is called for every piece, keep-alive comments included. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event) yield event;
    }
  }
}

function parse(block: string): ServerSentEvent | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line));
  const valuesOf = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  const data = valuesOf('data');
  if (data.length === 0) return undefined;
  return { event: valuesOf('event')[0] ?? 'message', data: data.join('\n'), id: valuesOf('id')[0] };
}
