// Splits JSON Lines, or the array of a JSON file, into objects as a stream.
import { MAX_RECORD_CHARS, TOO_LONG } from './limits.ts';

export interface JsonPiece {
  line: number;
  /** The JSON of one object, or `fault`. */
  text?: string;
  fault?: string;
}

/** One object per line. Input of an overlong line is discarded. */
export class JsonLinesSplitter {
  #rest = '';
  #line = 0;

  *push(text: string): Generator<JsonPiece> {
    if (this.#rest.length > MAX_RECORD_CHARS && !text.includes('\n')) return;
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const piece = this.#take(line);
      if (piece) yield piece;
    }
  }

  *end(): Generator<JsonPiece> {
    const piece = this.#take(this.#rest);
    if (piece) yield piece;
  }

  #take(text: string): JsonPiece | undefined {
    this.#line++;
    if (text.trim() === '') return undefined;
    return text.length > MAX_RECORD_CHARS ? { line: this.#line, fault: TOO_LONG } : { line: this.#line, text };
  }
}

const STRUCTURE = /["{}\n]/g;

/** The objects of an array, or of the first array in an object. */
export class JsonArraySplitter {
  #rest = '';
  #line = 1;
  /** Depth of the object around the array; its brace does not start an item. */
  #outer: number;
  #depth = 0;
  #isInString = false;
  #from = -1;
  #at = 0;
  #startLine = 1;

  constructor(isInObject: boolean) {
    this.#outer = isInObject ? 1 : 0;
  }

  *end(): Generator<JsonPiece> {
    if (this.#depth > 0 || this.#isInString) yield { line: this.#startLine, fault: 'is truncated' };
  }

  *push(text: string): Generator<JsonPiece> {
    this.#rest += text;
    STRUCTURE.lastIndex = this.#at;
    for (let match = STRUCTURE.exec(this.#rest); match; match = STRUCTURE.exec(this.#rest)) {
      const index = match.index;
      if (match[0] === '\n') this.#line++;
      else if (match[0] === '"') this.#quote(index);
      else if (this.#isInString) continue;
      else if (match[0] === '{') this.#openBrace(index);
      else if (--this.#depth === this.#outer && this.#from >= 0) {
        yield { line: this.#startLine, text: this.#rest.slice(this.#from, index + 1) };
        this.#from = -1;
      }
    }
    if (this.#from >= 0 && this.#rest.length - this.#from > MAX_RECORD_CHARS) {
      yield { line: this.#startLine, fault: TOO_LONG };
      this.#from = -1;
    }
    this.#forget();
  }

  /** Discards everything before the current object. */
  #forget(): void {
    this.#rest = this.#from < 0 ? '' : this.#rest.slice(this.#from);
    this.#at = this.#rest.length;
    if (this.#from > 0) this.#from = 0;
  }

  #quote(index: number): void {
    let slashes = 0;
    while (this.#rest[index - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) this.#isInString = !this.#isInString;
  }

  #openBrace(index: number): void {
    if (this.#depth === this.#outer) {
      this.#from = index;
      this.#startLine = this.#line;
    }
    this.#depth++;
  }
}
