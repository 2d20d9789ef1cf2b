// Reads the items of an XML feed as a stream. What is not well-formed is noted and read on from; nothing outside the
// file is ever loaded, and no entity of the file's own is expanded.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ownCopy } from '../../text/own-copy.ts';
import { columnName, type FeedRecord } from './feed-record.ts';

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

interface Value {
  text: string;
  rank: number;
  /** What came after it under the same name. */
  more: string[] | undefined;
}

/** An item of the file; what stands around it is under its path after `^`. */
class XmlRecord implements FeedRecord {
  readonly line: number;
  readonly #values: Map<string, Value>;
  readonly #outer: ReadonlyMap<string, string>;

  constructor(line: number, values: Map<string, Value>, outer: ReadonlyMap<string, string>) {
    this.line = line;
    this.#values = values;
    this.#outer = outer;
  }

  get(column: string): string {
    if (column.startsWith('^')) return this.#outer.get(column.slice(1)) ?? '';
    return this.#values.get(column)?.text ?? '';
  }

  all(column: string): string[] {
    const value = this.#values.get(column);
    return value ? [value.text, ...(value.more ?? [])] : [];
  }
}

const rankOf = (prefix: string) => (prefix === 'g' ? 2 : prefix === '' ? 1 : 0);

export class XmlItems {
  /** How many faults of form there were, and the first. */
  faults = 0;
  firstFault = '';
  /** Values outside items, by path: the channel's title, a merchant's id. Items keep the one of their time. */
  #outer: ReadonlyMap<string, string> = new Map();
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #isItem: (name: string) => boolean;
  #open: OpenElement[] = [];
  #depth = 0;
  #root = '';
  /** The last of the text: a stray closing tag makes the parser forget what is open. */
  #tail = '';
  #item: { line: number; depth: number; values: Map<string, Value> } | undefined;
  #found: XmlRecord[] = [];
  readonly #names = new Map<string, { name: string; rank: number }>();

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

  push(text: string): XmlRecord[] {
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    this.#parser.write(text);
    return this.#take();
  }

  end(): XmlRecord[] {
    this.#parser.close();
    return this.#take();
  }

  #take(): XmlRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #begin(tag: SaxesTagPlain): void {
    this.#depth++;
    this.#root ||= tag.name;
    const { name, rank } = this.#nameOf(tag.name);
    if (!this.#item && this.#isItem(name)) {
      this.#item = { line: this.#parser.line, depth: this.#depth, values: new Map() };
      this.#open.push({ path: '', rank: 1, text: '' });
      this.#attributes('', tag);
      return;
    }
    const parent = this.#open.at(-1)?.path ?? '';
    // Around the items the place counts where it changes the meaning: a channel's picture has a title and a link, too.
    const isInside = this.#item !== undefined || parent === 'image';
    const path = parent && isInside ? `${parent}/${name}` : name;
    this.#open.push({ path, rank, text: '' });
    this.#attributes(path, tag);
  }

  /** A tag's name without its prefix, and what the prefix is worth. */
  #nameOf(tag: string): { name: string; rank: number } {
    let known = this.#names.get(tag);
    if (!known) {
      const colon = tag.indexOf(':');
      known = { name: columnName(tag.slice(colon + 1)), rank: rankOf(tag.slice(0, Math.max(colon, 0))) };
      if (this.#names.size < MAX_ITEM_VALUES) this.#names.set(ownCopy(tag), known);
    }
    return known;
  }

  #attributes(path: string, tag: SaxesTagPlain): void {
    for (const name in tag.attributes) this.#add(`${path}@${columnName(name)}`, tag.attributes[name]!, 1);
  }

  #finish(): void {
    const element = this.#open.pop();
    this.#depth--;
    if (!element) return;
    if (this.#item && this.#depth === this.#item.depth - 1) {
      this.#add('#text', element.text, 1);
      this.#found.push(new XmlRecord(this.#item.line, this.#item.values, this.#outer));
      this.#item = undefined;
      return;
    }
    this.#add(element.path, element.text, element.rank);
  }

  #add(path: string, given: string, rank: number): void {
    const text = given.trim();
    if (text === '') return;
    // Of what stands around the items the last counts, so that a list of merchants, each with its own, comes out right.
    if (!this.#item) {
      if (this.#outer.size < MAX_ITEM_VALUES) this.#outer = new Map(this.#outer).set(ownCopy(path), ownCopy(text));
      return;
    }
    const { values } = this.#item;
    const known = values.get(path);
    if (!known || rank > known.rank) {
      if (values.size < MAX_ITEM_VALUES) values.set(path, { text, rank, more: undefined });
    } else if (rank === known.rank && (known.more?.length ?? 0) < MAX_ITEM_VALUES) {
      known.more ??= [];
      known.more.push(text);
    }
  }
}
