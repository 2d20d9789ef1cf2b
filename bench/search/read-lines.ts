import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 2 ** 20;

/** The lines of an ASCII file. Synchronous, because that is the fastest way. */
export function* readLines(path: string): Generator<string, undefined> {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    let rest = '';
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (rest + chunk.toString('latin1', 0, read)).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
  return undefined;
}
