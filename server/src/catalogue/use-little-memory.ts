// An import makes gigabytes of texts that are forgotten at once. A young generation that does not grow collects them as
// quickly, in half the memory: measured on 1 GB of CSV, 150 MB instead of 290, in the same time.
import { setFlagsFromString } from 'node:v8';

/** For a process that imports and does little else; to be called before the store is opened. */
export function useLittleMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
