// The first part of a file as base64 text.
import type { OperationInput } from './operation.ts';

type FeedFile = NonNullable<OperationInput['file']>;

/** Arguments of one call: an engine limits their number. */
const CHUNK_BYTES = 32_768;

export async function base64Of(file: FeedFile, maxBytes: number): Promise<string> {
  const part = new Blob([file]).slice(0, maxBytes);
  const bytes = new Uint8Array(await part.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  return btoa(binary);
}
