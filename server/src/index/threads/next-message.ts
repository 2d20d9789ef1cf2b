// The next message of a worker that handles one request at a time.
import type { Worker } from 'node:worker_threads';

/** Rejects if the worker fails or exits first. */
export function nextMessage<T>(worker: Worker, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('message', (value) => {
      worker.removeAllListeners('error');
      worker.removeAllListeners('exit');
      resolve(value);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`${name} exited without an answer`)));
  });
}
