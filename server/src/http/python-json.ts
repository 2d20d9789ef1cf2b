// A JSON parser with the error messages and offsets of Python 3.11's json module, for 422 bodies. It also keeps numbers
// as written and keys in the order sent, for echoing rejected values.

/** A number as written: 12345678901234567890 and 1.0 cannot be represented exactly in JavaScript. */
export class Numeral {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type Tree = string | boolean | null | Numeral | Tree[] | Map<string, Tree>;

export class BrokenJson extends Error {
  /** In code points. */
  readonly offset: number;
  constructor(message: string, source: string, index: number) {
    super(message);
    let pairs = 0;
    for (let i = 1; i < index; i++)
      if (isLowSurrogate(source.charCodeAt(i)) && isHighSurrogate(source.charCodeAt(i - 1))) pairs++;
    this.offset = index - pairs;
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const PLAIN_TEXT = /[^"\\\x00-\x1f]*/y;
const LITERALS: [string, Tree][] = [
  ['null', null],
  ['true', true],
  ['false', false],
];
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
// Prevents a stack overflow. Bodies this deep are rejected for their depth anyway.
const MAX_DEPTH = 512;

/** Throws BrokenJson where Python would. With `keep` false it only validates, and the result is meaningless. */
export function parsePythonJson(source: string, keep = true): Tree {
  const parser = new Parser(source, keep);
  parser.skipSpace();
  const tree = parser.value(0);
  parser.skipSpace();
  if (parser.at < source.length) parser.fail('Extra data');
  return tree;
}

class Parser {
  at = 0;
  readonly source: string;
  readonly keep: boolean;
  constructor(source: string, keep: boolean) {
    this.source = source;
    this.keep = keep;
  }

  fail(message: string, index = this.at): never {
    throw new BrokenJson(message, this.source, index);
  }

  skipSpace(): void {
    let unit = this.source.charCodeAt(this.at);
    while (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b && unit !== 0x0c)) {
      unit = this.source.charCodeAt(++this.at);
    }
  }

  value(depth: number): Tree {
    if (depth > MAX_DEPTH) this.fail('Expecting value');
    const first = this.source[this.at];
    if (first === '"') return this.string();
    if (first === '{') return this.object(depth);
    if (first === '[') return this.array(depth);
    return first !== undefined && '-0123456789'.includes(first) ? this.number() : this.literal();
  }

  number(): Tree {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.source)) this.fail('Expecting value');
    const start = this.at;
    this.at = NUMBER.lastIndex;
    return this.keep ? new Numeral(this.source.slice(start, this.at)) : null;
  }

  literal(): Tree {
    const found = LITERALS.find(([word]) => this.source.startsWith(word, this.at));
    if (!found) this.fail('Expecting value');
    this.at += found[0].length;
    return found[1];
  }

  object(depth: number): Map<string, Tree> {
    const members = new Map<string, Tree>();
    this.at++;
    this.skipSpace();
    if (this.source[this.at] !== '}') {
      while (true) {
        if (this.source[this.at] !== '"') this.fail('Expecting property name enclosed in double quotes');
        const key = this.string();
        this.skipSpace();
        if (this.source[this.at] !== ':') this.fail("Expecting ':' delimiter");
        this.at++;
        this.skipSpace();
        const value = this.value(depth + 1);
        if (this.keep) members.set(key, value);
        this.skipSpace();
        if (this.source[this.at] === '}') break;
        this.comma();
      }
    }
    this.at++;
    return members;
  }

  array(depth: number): Tree[] {
    const items: Tree[] = [];
    this.at++;
    this.skipSpace();
    if (this.source[this.at] !== ']') {
      while (true) {
        const value = this.value(depth + 1);
        if (this.keep) items.push(value);
        this.skipSpace();
        if (this.source[this.at] === ']') break;
        this.comma();
      }
    }
    this.at++;
    return items;
  }

  comma(): void {
    if (this.source[this.at] !== ',') this.fail("Expecting ',' delimiter");
    this.at++;
    this.skipSpace();
  }

  string(): string {
    const start = this.at++;
    let text = '';
    while (true) {
      PLAIN_TEXT.lastIndex = this.at;
      const plain = PLAIN_TEXT.exec(this.source)![0];
      text += plain;
      this.at += plain.length;
      const char = this.source[this.at];
      if (char === undefined) this.fail('Unterminated string starting at', start);
      if (char <= '\x1f') this.fail('Invalid control character at');
      this.at++;
      if (char === '"') return text;
      text += this.escape(start);
    }
  }

  escape(start: number): string {
    const backslash = this.at - 1;
    const char = this.source[this.at];
    if (char === undefined) this.fail('Unterminated string starting at', start);
    this.at++;
    if (char !== 'u') return ESCAPES[char] ?? this.fail('Invalid \\escape', backslash);
    const hex = this.source.slice(this.at, this.at + 4);
    // Python requires a character after the four digits.
    if (!/^[0-9a-fA-F]{4}$/.test(hex) || this.at + 4 >= this.source.length) {
      this.fail('Invalid \\uXXXX escape', backslash + 1);
    }
    this.at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }
}

// JSON.rawJSON is missing from TypeScript's library.
const { rawJSON: rawJson } = JSON as JSON & { rawJSON(source: string): unknown };

/** A value that JSON.stringify writes with numbers exactly as sent. */
export function toJsonValue(tree: Tree): unknown {
  if (tree instanceof Numeral) return rawJson(tree.source);
  if (Array.isArray(tree)) return tree.map(toJsonValue);
  if (!(tree instanceof Map)) return tree;
  const members = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of tree) members[key] = toJsonValue(value);
  return members;
}

/** Python's str() of the value, as Pydantic shows an invalid discriminator. */
export function pythonStr(tree: Tree): string {
  return typeof tree === 'string' ? tree : pythonRepr(tree);
}

function pythonRepr(tree: Tree): string {
  if (tree === null) return 'None';
  if (tree === true) return 'True';
  if (tree === false) return 'False';
  if (tree instanceof Numeral) return pythonNumber(tree.source);
  if (Array.isArray(tree)) return `[${tree.map(pythonRepr).join(', ')}]`;
  if (tree instanceof Map) {
    return `{${[...tree].map(([key, value]) => `${pythonRepr(key)}: ${pythonRepr(value)}`).join(', ')}}`;
  }
  const escaped = tree.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
  return tree.includes("'") && !tree.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

function pythonNumber(source: string): string {
  if (!/[.eE]/.test(source)) return source === '-0' ? '0' : source;
  const value = Number(source);
  const size = Math.abs(value);
  if (size >= 1e16 || (size > 0 && size < 1e-4)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
