// Reads an item of an XML feed that is written as nearly all are: elements, attributes, texts and CDATA sections.
// Anything else, right or wrong, is for a parser of all of XML.
import type { XmlRecords } from './xml-records.ts';

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const NAME = /[A-Za-z_:][\w:.-]*/y;
const ATTRIBUTE = /[ \t\n]+([A-Za-z_:][\w:.-]*)[ \t\n]*=[ \t\n]*(?:"([^"<&\t\n]*)"|'([^'<&\t\n]*)')/y;
const TAG_END = /[ \t\n]*(\/?)>/y;
const CHAR = /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;
const SPACE = /[ \t\n]*/y;
const [BANG, SLASH, GREATER] = ['!', '/', '>'].map((char) => char.charCodeAt(0));

/**
 * Tells the records of the item that comes next, behind white space, and says where it ends. Undefined: it does not end
 * within the text, or is not plain, and the records know nothing of it. `line` is the one of `from`.
 */
export function readPlainItem(text: string, from: number, line: number, records: XmlRecords): number | undefined {
  SPACE.lastIndex = from;
  SPACE.test(text);
  const start = SPACE.lastIndex;
  if (!text.startsWith(`<${records.itemTag}`, start)) return undefined;
  const last = text.indexOf(`</${records.itemTag}>`, start);
  if (last < 0) return undefined;
  const lineOf = (place: number) => line + linesIn(text, from, place);
  const end = new PlainItem(text, last, lineOf, records).read(start);
  if (end === undefined) records.forgetItem();
  return end;
}

export function linesIn(text: string, from: number, to: number): number {
  // Looked for in the part alone: some files are one line, and each look would go through all of it.
  const part = text.slice(from, to);
  let lines = 0;
  for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** Each step says where it ended; undefined where the item turns out not to be plain. */
class PlainItem {
  readonly #text: string;
  /** Where its closing tag begins, if it is plain. */
  readonly #last: number;
  readonly #lineOf: (place: number) => number;
  readonly #records: XmlRecords;
  readonly #open: string[] = [];

  constructor(text: string, last: number, lineOf: (place: number) => number, records: XmlRecords) {
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
    const behind = NAME.lastIndex;
    const tag = this.#text.slice(at + 1, behind);
    if (this.#text.charCodeAt(behind) !== GREATER) return this.#readAttributes(tag, behind);
    return this.#readLeaf(tag, behind + 1) ?? this.#begin(tag, undefined, behind + 1);
  }

  /** An element with a text and nothing else in it, as most are. */
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
    const behind = this.#begin(tag, attributes, TAG_END.lastIndex);
    if (!isEmpty) return behind;
    this.#open.pop();
    this.#records.finish();
    return behind;
  }

  #begin(tag: string, attributes: Record<string, string> | undefined, behind: number): number | undefined {
    const isItem = this.#open.length === 0;
    if (isItem && tag !== this.#records.itemTag) return undefined;
    this.#open.push(tag);
    this.#records.begin(tag, attributes, isItem ? this.#lineOf(behind) : 0);
    return behind;
  }

  #finish(at: number): number | undefined {
    const tag = this.#open.pop();
    if (tag === undefined || !this.#isClosing(tag, at)) return undefined;
    // The end of the item is known only where it is the one that was looked for.
    if (this.#open.length === 0 && at !== this.#last) return undefined;
    this.#records.finish();
    return at + tag.length + 3;
  }

  /** With its entities read. A stray `&` is a character like any other: what is no entity may be one of HTML. */
  #textOf(from: number, to: number): string {
    const text = this.#text.slice(from, to);
    let at = text.indexOf('&');
    if (at < 0) return text;
    let read = '';
    let start = 0;
    for (; at >= 0; at = text.indexOf('&', start)) {
      // Looked for nearby only: a text of `&` without end would be read again for each of them.
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

/** What an entity of XML means; undefined for one of HTML or the file's own, and for what is none. */
function charOf(entity: string): string | undefined {
  const known = ENTITIES.get(entity);
  if (known || entity[0] !== '#') return known;
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(entity) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
  const char = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return CHAR.test(char) ? char : undefined;
}
