// A worker of an edge runtime that uses the client on the server at `?url=`: a search, a chat, and a signature.
import { Finderfee, unwrapWebhook } from '../../client/src/finderfee.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const client = new Finderfee({ baseUrl: searchParams.get('url') ?? '', apiKey: 'test-key' });
    const { items } = await client.products.search({ query: 'kettle' });
    const events: string[] = [];
    for await (const { event } of client.chat.stream('c-edge', 'hello')) events.push(event);
    const refusal = await unwrapWebhook('{}', request.headers, 'whsec_AAAA').catch(({ name }) => name);
    return Response.json({ found: items.length, last: events.at(-1), refusal });
  },
};
