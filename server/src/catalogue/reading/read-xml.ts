// Reads the items of an XML feed as a stream. What is not well-formed is noted and read on from; nothing outside the
// file is ever loaded, and no entity of the file's own is expanded.
import { SaxesParser } from 'saxes';
import { FeedError } from './feed-error.ts';
import { linesIn, readPlainItem } from './read-plain-item.ts';
import { type XmlRecord, XmlRecords } from './xml-records.ts';

const TAIL_CHARS = 1000;
/** So much of an item is kept until its end has come; the parser needs no end. */
const MAX_KEPT_CHARS = 1024 * 1024;
/** The parser keeps a text, a comment or a tag until its end: past this the file is refused. */
const MAX_UNTAGGED_CHARS = 16 * 1024 * 1024;
const MAX_ATTRIBUTES = 1000;
/** What XML does not allow: the parser notes it. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Items that are written plainly, one behind the other, are read in a fraction of the time that a parser of all of XML
 * takes. It gets whatever is around them, and any item that is not so.
 */
export class XmlItems {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #records: XmlRecords;
  #root = '';
  /** The last of the text: a stray closing tag makes the parser forget what is open. */
  #tail = '';
  /** What has come and was not read yet. */
  #rest = '';
  /** Whether that begins right behind an item. */
  #isBehindItem = false;
  /** Where the parser was when it told the end of the last item. */
  #itemEnd = '';
  /** How much the parser has got since the last tag. */
  #untagged = 0;
  #attributes = 0;
  /** How many lines the parser has not seen. */
  #passedLines = 0;

  constructor(isItem: (name: string) => boolean) {
    const records = new XmlRecords(isItem);
    this.#records = records;
    this.#parser.on('error', ({ message }) => records.fault(message.replace(/^\d+:\d+: /, '')));
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#root ||= name;
      this.#untagged = 0;
      this.#attributes = 0;
      records.begin(name, attributes, this.#parser.line + this.#passedLines);
    });
    this.#parser.on('attribute', () => {
      if (++this.#attributes > MAX_ATTRIBUTES)
        throw new FeedError(`an element has more than ${MAX_ATTRIBUTES} attributes`);
    });
    this.#parser.on('closetag', () => {
      this.#untagged = 0;
      if (records.finish()) this.#itemEnd = this.#place;
    });
    const addText = (text: string) => records.text(text);
    this.#parser.on('text', addText);
    this.#parser.on('cdata', addText);
  }

  get faults(): number {
    return this.#records.faults;
  }

  get firstFault(): string {
    return this.#records.firstFault;
  }

  /** Whether the root element was closed. */
  get isComplete(): boolean {
    return this.#root !== '' && (this.#tail.includes(`</${this.#root}`) || /\/>\s*$/.test(this.#tail));
  }

  push(text: string): XmlRecord[] {
    this.#tail = text.length < TAIL_CHARS ? (this.#tail + text).slice(-TAIL_CHARS) : text.slice(-TAIL_CHARS);
    const all = this.#rest + text;
    // Of a line end that two characters make, both are needed.
    const end = all.endsWith('\r') ? all.length - 1 : all.length;
    const ready = all.includes('\r') ? all.slice(0, end).replace(/\r\n?/g, '\n') : all;
    this.#rest = ready.slice(this.#read(ready)) + all.slice(end);
    return this.#records.take();
  }

  end(): XmlRecord[] {
    this.#parser.write(this.#rest).close();
    return this.#records.take();
  }

  /** Says how far the text is read; what is left needs more of it. */
  #read(text: string): number {
    const hasControls = CONTROLS.test(text);
    let at = 0;
    while (at < text.length) {
      const isPlain = this.#isBehindItem && !hasControls;
      const next = isPlain ? this.#passItem(text, at) : undefined;
      if (next === undefined && isPlain && this.#mayBePlain(text, at)) break;
      at = next ?? this.#parse(text, at);
    }
    return at;
  }

  #passItem(text: string, at: number): number | undefined {
    const next = readPlainItem(text, at, this.#parser.line + this.#passedLines, this.#records);
    if (next !== undefined) this.#passedLines += linesIn(text, at, next);
    return next;
  }

  /** Whether the item that begins here has not come to its end yet. */
  #mayBePlain(text: string, at: number): boolean {
    return text.length - at < MAX_KEPT_CHARS && text.indexOf(`</${this.#records.itemTag}>`, at) < 0;
  }

  /** Gives the parser the text up to the end of the next item; of the next tag, while no item has come. */
  #parse(text: string, at: number): number {
    const close = this.#records.itemTag ? `</${this.#records.itemTag}` : '';
    const end = text.indexOf(`${close}>`, at);
    const next = end < 0 ? text.length : end + close.length + 1;
    this.#untagged += next - at;
    this.#parser.write(text.slice(at, next));
    if (this.#untagged > MAX_UNTAGGED_CHARS)
      throw new FeedError(`it has ${MAX_UNTAGGED_CHARS} characters of XML without a tag`);
    this.#isBehindItem = close !== '' && this.#itemEnd === this.#place;
    return next;
  }

  get #place(): string {
    return `${this.#parser.line}:${this.#parser.column}`;
  }
}
