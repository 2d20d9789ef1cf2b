// Fast path for XML items that contain only elements, attributes, text and CDATA, as nearly all do. Everything else is
// left to the full XML parser.
import type { XmlRecordBuilder } from './xml-record-builder.ts';

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const NAME = /[A-Za-z_:][\w:.-]*/y;
const ATTRIBUTE = /[ \t\n]+([A-Za-z_:][\w:.-]*)[ \t\n]*=[ \t\n]*(?:"([^"<&\t\n]*)"|'([^'<&\t\n]*)')/y;
const TAG_END = /[ \t\n]*(\/?)>/y;
const CHAR = /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;
const SPACE = /[ \t\n]*/y;
const [BANG, SLASH, GREATER] = ['!', '/', '>'].map((char) => char.charCodeAt(0));

/**
 * Reads the next item into `records` and returns its end. Undefined if the item is incomplete or not plain; `records`
 * is unchanged then. `line` is the line number at `from`.
 */
export function readPlainItem(text: string, from: number, line: number, records: XmlRecordBuilder): number | undefined {
  SPACE.lastIndex = from;
  SPACE.test(text);
  const start = SPACE.lastIndex;
  if (!text.startsWith(`<${records.itemTag}`, start)) return undefined;
  const last = text.indexOf(`</${records.itemTag}>`, start);
  if (last < 0) return undefined;
  const lineOf = (index: number) => line + linesIn(text, from, index);
  const end = new PlainItem(text, last, lineOf, records).read(start);
  if (end === undefined) records.forgetItem();
  return end;
}

export function linesIn(text: string, from: number, to: number): number {
  // Search the slice only: in a file without line breaks each search would scan the whole text.
  const part = text.slice(from, to);
  let lines = 0;
  for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** Each step returns its end, or undefined if the item is not plain. */
class PlainItem {
  readonly #text: string;
  /** Start of the item's closing tag, if the item is plain. */
  readonly #last: number;
  readonly #lineOf: (index: number) => number;
  readonly #records: XmlRecordBuilder;
  readonly #open: string[] = [];

  constructor(text: string, last: number, lineOf: (index: number) => number, records: XmlRecordBuilder) {
    this.#text = text;
    this.#last = last;
    this.#lineOf = lineOf;
    this.#records = records;
  }

  read(start: number): number | undefined {
    let at = this.#readTag(start);
    while (at !== undefined && at <= this.#last) {
      const next = this.#text.indexOf('<', at);
      if (next > at) this.#records.text(this.#textOf(at, next));
      at = this.#readTag(next);
    }
    return this.#open.length === 0 ? at : undefined;
  }

  #readTag(at: number): number | undefined {
    const code = this.#text.charCodeAt(at + 1);
    if (code === SLASH) return this.#finish(at);
    if (code === BANG) return this.#readCdata(at);
    NAME.lastIndex = at + 1;
    if (!NAME.test(this.#text)) return undefined;
    const end = NAME.lastIndex;
    const tag = this.#text.slice(at + 1, end);
    if (this.#text.charCodeAt(end) !== GREATER) return this.#readAttributes(tag, end);
    return this.#readLeaf(tag, end + 1) ?? this.#begin(tag, undefined, end + 1);
  }

  /** An element that contains only text, as most do. */
  #readLeaf(tag: string, from: number): number | undefined {
    const next = this.#text.indexOf('<', from);
    if (this.#open.length === 0 || next >= this.#last || !this.#isClosing(tag, next)) return undefined;
    this.#records.leaf(tag, this.#textOf(from, next));
    return next + tag.length + 3;
  }

  #isClosing(tag: string, at: number): boolean {
    const text = this.#text;
    return (
      text.charCodeAt(at + 1) === SLASH &&
      text.startsWith(tag, at + 2) &&
      text.charCodeAt(at + 2 + tag.length) === GREATER
    );
  }

  #readAttributes(tag: string, from: number): number | undefined {
    const attributes: Record<string, string> = Object.create(null);
    let at = from;
    ATTRIBUTE.lastIndex = at;
    for (let match = ATTRIBUTE.exec(this.#text); match; match = ATTRIBUTE.exec(this.#text)) {
      const [, name, double, single] = match;
      if (name! in attributes) return undefined;
      attributes[name!] = double ?? single!;
      at = ATTRIBUTE.lastIndex;
    }
    TAG_END.lastIndex = at;
    const match = TAG_END.exec(this.#text);
    const isEmpty = match?.[1] === '/';
    if (!match || (isEmpty && this.#open.length === 0)) return undefined;
    const end = this.#begin(tag, attributes, TAG_END.lastIndex);
    if (!isEmpty) return end;
    this.#open.pop();
    this.#records.finish();
    return end;
  }

  #begin(tag: string, attributes: Record<string, string> | undefined, end: number): number | undefined {
    const isItem = this.#open.length === 0;
    if (isItem && tag !== this.#records.itemTag) return undefined;
    this.#open.push(tag);
    this.#records.begin(tag, attributes, isItem ? this.#lineOf(end) : 0);
    return end;
  }

  #finish(at: number): number | undefined {
    const tag = this.#open.pop();
    if (tag === undefined || !this.#isClosing(tag, at)) return undefined;
    // A nested element of the same name: the item ends elsewhere.
    if (this.#open.length === 0 && at !== this.#last) return undefined;
    this.#records.finish();
    return at + tag.length + 3;
  }

  /** The text with entities decoded. A stray `&` stays, because it may start an HTML entity. */
  #textOf(from: number, to: number): string {
    const text = this.#text.slice(from, to);
    let at = text.indexOf('&');
    if (at < 0) return text;
    let read = '';
    let start = 0;
    for (; at >= 0; at = text.indexOf('&', start)) {
      // Bounded search: otherwise a long run of `&` takes quadratic time.
      const length = text.slice(at, at + MAX_ENTITY_CHARS + 1).indexOf(';');
      const char = length > 0 ? charOf(text.slice(at + 1, at + length)) : undefined;
      if (char === undefined) this.#records.fault('undefined entity.');
      read += text.slice(start, at) + (char ?? '&');
      start = char === undefined ? at + 1 : at + length + 1;
    }
    return read + text.slice(start);
  }

  #readCdata(at: number): number | undefined {
    const end = this.#text.startsWith(CDATA, at) ? this.#text.indexOf(CDATA_END, at) : -1;
    if (end < 0 || end > this.#last) return undefined;
    this.#records.text(this.#text.slice(at + CDATA.length, end));
    return end + CDATA_END.length;
  }
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const MAX_ENTITY_CHARS = 10;

/** The character of an XML entity; undefined for any other entity. */
function charOf(entity: string): string | undefined {
  const known = ENTITIES.get(entity);
  if (known || entity[0] !== '#') return known;
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(entity) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
  const char = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return CHAR.test(char) ? char : undefined;
}
