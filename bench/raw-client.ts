// A client that costs next to nothing, so that on a small machine it is the server that is measured: requests are written
// as bytes on open sockets, and of an answer only its status and its end are read.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawShot {
  method: string;
  path: string;
  body?: string;
  status: number;
}

const toBytes = ({ method, path, body = '' }: RawShot) =>
  `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${body && 'content-type: application/json\r\n'}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

class RawConnection {
  readonly #socket: Socket;
  #answer = '';
  #shot: RawShot | undefined;
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket.setNoDelay().setEncoding('latin1');
    socket.on('data', (chunk) => this.#read(String(chunk)));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  send(shot: RawShot): Promise<void> {
    this.#shot = shot;
    this.#answer = '';
    this.#socket.write(toBytes(shot));
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#answer += chunk;
    const end = this.#answer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#answer)?.[1] ?? 0);
    if (this.#answer.length < end + 4 + length) return;
    const { method, path, status } = this.#shot!;
    const got = Number(this.#answer.slice(9, 12));
    if (got === status) this.#settle!.resolve();
    else this.#settle!.reject(new Error(`${method} ${path}: ${this.#answer}`));
  }
}

/** The times in ms of all that was answered within the seconds, on so many connections. */
export async function hammer(url: string, shot: () => RawShot, connections: number, seconds: number) {
  const { hostname, port } = new URL(url);
  const open = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      return new RawConnection(socket);
    }),
  );
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < end) {
        const started = performance.now();
        await connection.send(shot());
        times.push(performance.now() - started);
      }
      connection.close();
    }),
  );
  return times.sort((a, b) => a - b);
}
