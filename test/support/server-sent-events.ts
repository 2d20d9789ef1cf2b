// Reads a response of server-sent events.
export interface SentEvent {
  id?: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: other tests check events against the contract.
  data: any;
}

/** Parses a stream of server-sent events. */
export async function* eventsOf(response: Response): AsyncGenerator<SentEvent> {
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks.filter((text) => !text.startsWith(':'))) {
      const fields = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)!.slice(1) as [string, string]);
      const { data, ...others } = Object.fromEntries(fields) as { event: string; data: string };
      yield { ...others, data: JSON.parse(data) };
    }
  }
}
