// JSON read the slow way, where JSON.parse says too little: the reference's words and offsets for broken JSON
// (Python 3.11's json module), and, for echoing a refused body, the numbers as written and the keys in the order sent.

/** Numbers are kept as they were written: 12345678901234567890 and 1.0 have no exact counterpart in JavaScript. */
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
// The words for it are Python's; so deep a body is refused for its depth before its words matter.
const MAX_DEPTH = 512;

/** Throws BrokenJson where Python would. Without `keep` it only looks for that, and gives back nothing of use. */
export function parsePythonJson(source: string, keep = true): Tree {
  const reader = new Reader(source, keep);
  reader.skipSpace();
  const tree = reader.value(0);
  reader.skipSpace();
  if (reader.at < source.length) reader.fail('Extra data');
  return tree;
}

class Reader {
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
    const begin = this.at;
    this.at = NUMBER.lastIndex;
    return this.keep ? new Numeral(this.source.slice(begin, this.at)) : null;
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
    const begin = this.at++;
    let text = '';
    while (true) {
      PLAIN_TEXT.lastIndex = this.at;
      const plain = PLAIN_TEXT.exec(this.source)![0];
      text += plain;
      this.at += plain.length;
      const char = this.source[this.at];
      if (char === undefined) this.fail('Unterminated string starting at', begin);
      if (char <= '\x1f') this.fail('Invalid control character at');
      this.at++;
      if (char === '"') return text;
      text += this.escape(begin);
    }
  }

  escape(begin: number): string {
    const backslash = this.at - 1;
    const char = this.source[this.at];
    if (char === undefined) this.fail('Unterminated string starting at', begin);
    this.at++;
    if (char !== 'u') return ESCAPES[char] ?? this.fail('Invalid \\escape', backslash);
    const hex = this.source.slice(this.at, this.at + 4);
    // Python wants a character after the four digits, be it the closing quote.
    if (!/^[0-9a-fA-F]{4}$/.test(hex) || this.at + 4 >= this.source.length) {
      this.fail('Invalid \\uXXXX escape', backslash + 1);
    }
    this.at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }
}

// Node has JSON.rawJSON; TypeScript's library does not know it yet.
const { rawJSON: rawJson } = JSON as JSON & { rawJSON(source: string): unknown };

/** The tree as JSON.stringify writes it, numbers exactly as sent. */
export function toJsonValue(tree: Tree): unknown {
  if (tree instanceof Numeral) return rawJson(tree.source);
  if (Array.isArray(tree)) return tree.map(toJsonValue);
  if (!(tree instanceof Map)) return tree;
  const members = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of tree) members[key] = toJsonValue(value);
  return members;
}

/** What Python's str() makes of the value: the reference shows a wrong tag so. */
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
