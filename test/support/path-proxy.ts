// A proxy that serves a service below a path, which it strips, as nginx does.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns the address with the path, and how to end it. `path` begins with a slash. */
export async function startPathProxy(target: string, path: string): Promise<{ url: string; stop: () => void }> {
  const proxy = createServer((incoming, answer) => {
    if (!incoming.url!.startsWith(`${path}/`)) return void answer.writeHead(404).end();
    const { method, headers } = incoming;
    const passed = request(target + incoming.url!.slice(path.length), { method: method!, headers }, (answered) => {
      answered.pipe(answer.writeHead(answered.statusCode!, answered.headers));
    });
    incoming.pipe(passed);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, stop: () => proxy.close().closeAllConnections() };
}
