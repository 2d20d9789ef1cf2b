// The index thread: applies changes and answers searches, one at a time, away from the event loop.
import { parentPort } from 'node:worker_threads';
import type { ProductChange } from '../../store/port.ts';
import type { IndexQuery } from '../port.ts';
import { MemoryIndex } from './memory-index.ts';

export type IndexCall = { id: number } & ({ search: IndexQuery } | { apply: ProductChange[] });
export type IndexReply = { id: number; products: number } & ({ value: Uint32Array | undefined } | { error: Error });

const port = parentPort!;
const index = new MemoryIndex();

port.on('message', (call: IndexCall | 'close') => {
  if (call === 'close') return port.close();
  try {
    const value = 'search' in call ? index.search(call.search) : index.apply(call.apply);
    port.postMessage({ id: call.id, products: index.size, value: value ?? undefined });
  } catch (error) {
    port.postMessage({ id: call.id, products: index.size, error: error as Error });
  }
});
