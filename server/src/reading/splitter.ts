// Splits a stream of text into records, in any format.
import { type Ending, markTruncated } from './open-text.ts';
import { JsonArraySplitter, JsonLinesSplitter, type JsonPiece } from './split-json.ts';

/** Splits a stream of text into parts. */
export interface Splitter<T> {
  push(text: string): Iterable<T>;
  end(): Iterable<T>;
}

export async function* split<T>(text: AsyncIterable<string>, splitter: Splitter<T>): AsyncGenerator<Iterable<T>> {
  for await (const chunk of text) yield splitter.push(chunk);
  yield splitter.end();
}

export const mapSplitter = <A, B>(splitter: Splitter<A>, step: (parts: Iterable<A>) => Iterable<B>): Splitter<B> => ({
  push: (text) => step(splitter.push(text)),
  end: () => step(splitter.end()),
});

export function jsonPieces(shape: { isArray: boolean; isInObject: boolean }, ending: Ending): Splitter<JsonPiece> {
  if (!shape.isArray) return new JsonLinesSplitter();
  const members = new JsonArraySplitter(shape.isInObject);
  return {
    push: (text) => members.push(text),
    *end() {
      for (const piece of members.end()) {
        markTruncated(ending, 'the JSON is truncated');
        yield piece;
      }
    },
  };
}

/** The value of a piece, or why it has none. */
export function parsePiece({
  line,
  text,
  fault,
}: JsonPiece): { line: number; value: unknown } | { line: number; fault: { field: string; reason: string } } {
  if (text === undefined) return { line, fault: { field: '', reason: fault! } };
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return { line, fault: { field: '', reason: 'is not JSON' } };
  }
}
