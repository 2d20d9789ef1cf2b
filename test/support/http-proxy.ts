// An HTTP proxy in front of OpenSearch or the service that can refuse, change or lose requests and answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedReply {
  status: number;
  body: string;
  contentType?: string;
}

interface ProxiedRequest {
  method: string;
  path: string;
  body: string;
}

/** Sends the request to the target, with another body if one is given. */
type Forward = (body?: string) => Promise<ProxiedReply>;

/** `handle` returns the answer; null closes the connection. */
export async function startHttpProxy(
  target: string,
  handle: (request: ProxiedRequest, forward: Forward) => Promise<ProxiedReply | null>,
) {
  const server = createServer(async (from, to) => {
    const sent = Buffer.concat(await from.toArray()).toString();
    const { method = '', url: path = '' } = from;
    const forward = async (body = sent): Promise<ProxiedReply> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(target + path, { method, headers, ...(body === '' ? {} : { body }) });
      const contentType = answer.headers.get('content-type') ?? '';
      return { status: answer.status, body: await answer.text(), contentType };
    };
    const reply = await handle({ method, path, body: sent }, forward).catch(() => null);
    if (reply) to.writeHead(reply.status, { 'content-type': reply.contentType ?? '' }).end(reply.body);
    else to.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}
