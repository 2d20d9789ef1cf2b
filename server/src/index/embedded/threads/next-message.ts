// The next answer of a thread that is asked one thing at a time.
import type { Worker } from 'node:worker_threads';

export function nextMessage<T>(worker: Worker, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.removeAllListeners('error');
      worker.removeAllListeners('exit');
    };
    worker.once('message', (value) => {
      done();
      resolve(value);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`${name} ended without an answer`)));
  });
}
