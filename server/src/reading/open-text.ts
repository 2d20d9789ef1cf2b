// Opens a file as a stream of decoded text, with a prefix to detect its format by.
import { decodeText } from './decode-text.ts';
import { openFeed } from './open-feed.ts';

/** Size of the prefix that format detection reads. */
const HEAD_CHARS = 256 * 1024;

export interface Ending {
  isComplete: boolean;
  notes: string[];
}

export interface OpenText {
  head: string;
  /** The whole text, including `head`. Closes the file at the end, or when the consumer stops early. */
  chunks: AsyncIterable<string>;
  progress(): { done: number; size: number | null };
  /** Valid once all text is read: whether the file was complete, and remarks on its form. */
  ending: Ending;
  /** For consumers that do not read `chunks`. */
  close(): void;
}

export async function openText(path: string, encoding?: string): Promise<OpenText> {
  const file = await openFeed(path);
  try {
    const chunks = decodeText(file.bytes, encoding);
    const ending: Ending = { isComplete: true, notes: [] };
    const head: string[] = [];
    for (let size = 0; size < HEAD_CHARS; ) {
      const next = await chunks.next();
      if (next.done) break;
      head.push(next.value);
      size += next.value.length;
    }
    const rest = untilTruncated(chunks, ending);
    // A chunk counts as done when the next is requested: its rows are handled by then.
    let handled_bytes = 0;
    const text = (async function* () {
      try {
        yield* head.splice(0);
        for (let read_bytes = file.done(); ; read_bytes = file.done()) {
          handled_bytes = read_bytes;
          const next = await rest.next();
          if (next.done) return;
          yield next.value;
        }
      } finally {
        file.close();
      }
    })();
    return {
      head: head.join('').slice(0, HEAD_CHARS),
      chunks: text,
      progress: () => ({ done: handled_bytes, size: file.size }),
      ending,
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A truncated archive still yields the text before the cut. */
async function* untilTruncated(chunks: AsyncIterable<string>, ending: Ending): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
    markTruncated(ending, 'the compressed file is truncated');
  }
}

export function markTruncated(ending: Ending, note: string): void {
  ending.isComplete = false;
  if (!ending.notes.includes(note)) ending.notes.push(note);
}
