// Reads request bodies into memory, with a bound on the bytes held for all connections.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../app-error.ts';

/** Bytes of incomplete bodies on all connections. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Bodies up to this size may use twice the bound, so that large bodies that never end do not block them. */
const SMALL_BYTES = 64 * 1024;

export class BodyReader {
  readonly #max_bytes: number;
  #received = 0;

  constructor(max_bytes = MAX_BYTES) {
    this.#max_bytes = max_bytes;
  }

  read(stream: IncomingMessage, limit: number): Promise<Buffer> {
    if (Number(stream.headers['content-length']) > limit) return Promise.reject(new AppError('body_too_large'));
    return new Promise((resolve, reject) => {
      let body: Blocks | undefined = new Blocks();
      let received = 0;
      const end = (fault?: AppError) => {
        if (!body) return;
        this.#received -= received;
        if (fault) reject(fault);
        else resolve(body.join());
        body = undefined;
      };
      // After an error the rest is read and dropped, so that the client can read the answer.
      stream.on('data', (chunk: Buffer) => {
        if (!body) return;
        body.add(chunk);
        received += chunk.length;
        this.#received += chunk.length;
        if (received > limit) end(new AppError('body_too_large'));
        else if (this.#received > this.#max_bytes * (received > SMALL_BYTES ? 1 : 2)) end(new AppError('overloaded'));
      });
      stream.on('end', () => end());
      stream.on('error', (cause) => end(new AppError('bad_request', { cause })));
      stream.on('close', () => end(new AppError('bad_request')));
    });
  }
}

const MAX_BLOCK_BYTES = 64 * 1024;

/** A growing byte buffer. A list of one-byte chunks would take a hundred times the size of the body. */
class Blocks {
  readonly #full: Buffer[] = [];
  #open = Buffer.alloc(0);
  #filled = 0;

  add(chunk: Buffer): void {
    const copied = chunk.copy(this.#open, this.#filled);
    this.#filled += copied;
    if (copied === chunk.length) return;
    this.#full.push(this.#open);
    const rest = chunk.subarray(copied);
    this.#open = Buffer.allocUnsafeSlow(Math.max(rest.length, Math.min(2 * this.#open.length, MAX_BLOCK_BYTES)));
    this.#filled = rest.copy(this.#open);
  }

  join(): Buffer {
    return Buffer.concat([...this.#full, this.#open.subarray(0, this.#filled)]);
  }
}
