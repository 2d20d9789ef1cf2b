// Reads the items of an XML feed as a stream. It recovers from malformed XML, never loads external resources and never
// expands custom entities.
import { SaxesParser } from 'saxes';
import { FeedError } from './feed-error.ts';
import { linesIn, readPlainItem } from './read-plain-item.ts';
import { type XmlRecord, XmlRecordBuilder } from './xml-record-builder.ts';

const TAIL_CHARS = 1000;
/** Upper bound of an incomplete item that is buffered for the fast path. The full parser needs no buffer. */
const MAX_KEPT_CHARS = 1024 * 1024;
/** The parser buffers a text, comment or tag until its end. Longer ones are refused. */
const MAX_UNTAGGED_CHARS = 16 * 1024 * 1024;
const MAX_ATTRIBUTES = 1000;
/** Characters that XML forbids. The parser reports them. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Plain items go through the fast path (`readPlainItem`), which takes a fraction of the parser's time. The parser gets
 * everything else.
 */
export class XmlItemReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #records: XmlRecordBuilder;
  #root = '';
  /** The end of the text. A stray closing tag makes the parser lose track of open elements. */
  #tail = '';
  /** Input that is not yet read. */
  #rest = '';
  /** Whether `#rest` starts right after an item. */
  #isAfterItem = false;
  /** Parser position at the end of the last item. */
  #itemEnd = '';
  /** Characters given to the parser since the last tag. */
  #untagged = 0;
  #attributes = 0;
  /** Lines read by the fast path, which the parser has not seen. */
  #skippedLines = 0;

  constructor(isItem: (name: string) => boolean) {
    const records = new XmlRecordBuilder(isItem);
    this.#records = records;
    this.#parser.on('error', ({ message }) => records.fault(message.replace(/^\d+:\d+: /, '')));
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#root ||= name;
      this.#untagged = 0;
      this.#attributes = 0;
      records.begin(name, attributes, this.#parser.line + this.#skippedLines);
    });
    this.#parser.on('attribute', () => {
      if (++this.#attributes > MAX_ATTRIBUTES)
        throw new FeedError(`an XML element has more than ${MAX_ATTRIBUTES} attributes`);
    });
    this.#parser.on('closetag', () => {
      this.#untagged = 0;
      if (records.finish()) this.#itemEnd = this.#position;
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
    // A trailing \r may be half of a \r\n.
    const end = all.endsWith('\r') ? all.length - 1 : all.length;
    const ready = all.includes('\r') ? all.slice(0, end).replace(/\r\n?/g, '\n') : all;
    this.#rest = ready.slice(this.#read(ready)) + all.slice(end);
    return this.#records.take();
  }

  end(): XmlRecord[] {
    this.#parser.write(this.#rest).close();
    return this.#records.take();
  }

  /** Returns how far the text was read. The rest needs more input. */
  #read(text: string): number {
    const hasControls = CONTROLS.test(text);
    let at = 0;
    while (at < text.length) {
      const isPlain = this.#isAfterItem && !hasControls;
      const next = isPlain ? this.#readPlainItem(text, at) : undefined;
      if (next === undefined && isPlain && this.#mayBePlain(text, at)) break;
      at = next ?? this.#parse(text, at);
    }
    return at;
  }

  #readPlainItem(text: string, at: number): number | undefined {
    const next = readPlainItem(text, at, this.#parser.line + this.#skippedLines, this.#records);
    if (next !== undefined) this.#skippedLines += linesIn(text, at, next);
    return next;
  }

  /** Whether the item that starts here may continue in the next chunk. */
  #mayBePlain(text: string, at: number): boolean {
    return text.length - at < MAX_KEPT_CHARS && text.indexOf(`</${this.#records.itemTag}>`, at) < 0;
  }

  /** Gives the parser the text up to the end of the next item, or of the next tag before the first item. */
  #parse(text: string, at: number): number {
    const close = this.#records.itemTag ? `</${this.#records.itemTag}` : '';
    const end = text.indexOf(`${close}>`, at);
    const next = end < 0 ? text.length : end + close.length + 1;
    this.#untagged += next - at;
    this.#parser.write(text.slice(at, next));
    if (this.#untagged > MAX_UNTAGGED_CHARS)
      throw new FeedError(`the XML has ${MAX_UNTAGGED_CHARS} characters without a tag`);
    this.#isAfterItem = close !== '' && this.#itemEnd === this.#position;
    return next;
  }

  get #position(): string {
    return `${this.#parser.line}:${this.#parser.column}`;
  }
}
