// Reads the items of an XML feed as a stream. What is not well-formed is noted and read on from; nothing outside the
// file is ever loaded, and no entity of the file's own is expanded.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { columnName, ValuesRecord } from './feed-record.ts';

/** A longer text is cut: it is no field of a product. */
const MAX_TEXT_CHARS = 1024 * 1024;
const MAX_ITEM_VALUES = 5000;
const TAIL_CHARS = 1000;

interface OpenElement {
  path: string;
  /** Google's own names win over plain ones, and those over anybody else's. */
  rank: number;
  text: string;
}

const rankOf = (prefix: string) => (prefix === 'g' ? 2 : prefix === '' ? 1 : 0);

export class XmlItems {
  /** How many faults of form there were, and the first. */
  faults = 0;
  firstFault = '';
  /** Values outside items, by path: the channel's title, a merchant's id. */
  readonly outer = new Map<string, string[]>();
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #isItem: (name: string) => boolean;
  #open: OpenElement[] = [];
  #depth = 0;
  #root = '';
  /** The last of the text: a stray closing tag makes the parser forget what is open. */
  #tail = '';
  #item: { line: number; depth: number; values: Map<string, string[]>; ranks: Map<string, number> } | undefined;
  #found: ValuesRecord[] = [];

  constructor(isItem: (name: string) => boolean) {
    this.#isItem = isItem;
    this.#parser.on('error', (error) => {
      this.faults++;
      this.firstFault ||= error.message.replace(/^\d+:\d+: /, '');
    });
    this.#parser.on('opentag', (tag) => this.#begin(tag));
    this.#parser.on('closetag', () => this.#finish());
    const addText = (text: string) => {
      const element = this.#open.at(-1);
      if (element && element.text.length < MAX_TEXT_CHARS) element.text += text;
    };
    this.#parser.on('text', addText);
    this.#parser.on('cdata', addText);
  }

  /** Whether the root element was closed. */
  get isComplete(): boolean {
    return this.#root !== '' && (this.#tail.includes(`</${this.#root}`) || /\/>\s*$/.test(this.#tail));
  }

  push(text: string): ValuesRecord[] {
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    this.#parser.write(text);
    return this.#take();
  }

  end(): ValuesRecord[] {
    this.#parser.close();
    return this.#take();
  }

  #take(): ValuesRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #begin(tag: SaxesTagPlain): void {
    this.#depth++;
    this.#root ||= tag.name;
    const [prefix, local] = tag.name.includes(':') ? (tag.name.split(':', 2) as [string, string]) : ['', tag.name];
    const name = columnName(local);
    if (!this.#item && this.#isItem(name)) {
      this.#item = { line: this.#parser.line, depth: this.#depth, values: new Map(), ranks: new Map() };
      this.#open.push({ path: '', rank: 1, text: '' });
      this.#attributes('', tag);
      return;
    }
    const parent = this.#item ? (this.#open.at(-1)?.path ?? '') : '';
    const path = parent ? `${parent}/${name}` : name;
    this.#open.push({ path, rank: rankOf(prefix), text: '' });
    this.#attributes(path, tag);
  }

  #attributes(path: string, tag: SaxesTagPlain): void {
    for (const [name, value] of Object.entries(tag.attributes)) this.#add(`${path}@${columnName(name)}`, value, 1);
  }

  #finish(): void {
    const element = this.#open.pop();
    this.#depth--;
    if (!element) return;
    if (this.#item && this.#depth === this.#item.depth - 1) {
      this.#add('#text', element.text, 1);
      this.#found.push(new ValuesRecord(this.#item.line, this.#withOuter(this.#item.values)));
      this.#item = undefined;
      return;
    }
    this.#add(element.path, element.text, element.rank);
  }

  /** What stands around the items, under its path after `^`. */
  #withOuter(values: Map<string, string[]>): Map<string, string[]> {
    for (const [path, outer] of this.outer) values.set(`^${path}`, outer);
    return values;
  }

  #add(path: string, text: string, rank: number): void {
    const value = text.trim();
    if (value === '') return;
    // Of what stands around the items the last counts, so that a list of merchants, each with its own, comes out right.
    if (!this.#item) {
      this.outer.set(path, [value]);
      return;
    }
    const { values, ranks } = this.#item;
    const known = values.get(path);
    if (!known || rank > ranks.get(path)!) {
      if (values.size >= MAX_ITEM_VALUES) return;
      values.set(path, [value]);
      ranks.set(path, rank);
    } else if (rank === ranks.get(path)! && known.length < MAX_ITEM_VALUES) known.push(value);
  }
}
