// Builds records from XML parser events: the items, and the values outside them.
import { copyString } from '../text/copy-string.ts';
import { FeedError } from './feed-error.ts';
import { columnName, type FeedRecord } from './feed-record.ts';
import { MAX_RECORD_CHARS, MAX_TEXT_CHARS, TOO_LONG } from './limits.ts';

const MAX_ITEM_VALUES = 5000;
/** Feeds nest a dozen elements. Unclosed markup in descriptions nests hundreds. */
const MAX_DEPTH = 1000;
const MAX_TAG_CHARS = 1000;
/** Limits of the values outside items: every item refers to all of them. */
const MAX_OUTER_VALUES = 200;
const MAX_OUTER_CHARS = 10_000;
/** Memory of a value in addition to its text, in characters. */
const VALUE_CHARS = 64;

interface OpenElement {
  path: string;
  /** Google's namespace takes precedence over no namespace, and that over others. */
  rank: number;
  text: string;
}

interface Value {
  text: string;
  rank: number;
}

interface OpenItem {
  line: number;
  depth: number;
  values: Map<string, Value>;
  /** Memory of its values, in characters. */
  chars: number;
}

/** An item. Values outside items are addressed by their path after `^`. */
export class XmlRecord implements FeedRecord {
  readonly line: number;
  /** Why the item is rejected. */
  readonly fault: string | undefined;
  readonly #values: Map<string, Value>;
  readonly #outer: ReadonlyMap<string, string>;

  constructor({ line, chars, values }: OpenItem, outer: ReadonlyMap<string, string>) {
    this.line = line;
    this.fault = chars > MAX_RECORD_CHARS ? TOO_LONG : undefined;
    this.#values = values;
    this.#outer = outer;
  }

  get(column: string): string {
    if (column.startsWith('^')) return this.#outer.get(column.slice(1)) ?? '';
    return this.#values.get(column)?.text ?? '';
  }

  columns(): Iterable<string> {
    return this.#values.keys();
  }
}

const rankOf = (prefix: string) => (prefix === 'g' ? 2 : prefix === '' ? 1 : 0);

type Attributes = Record<string, string>;

export class XmlRecordBuilder {
  /** Number of XML errors, and the first of them. */
  faults = 0;
  firstFault = '';
  /**
   * Values outside items, by path, such as the channel's title or a merchant's id. An item keeps those that precede it.
   */
  #outer: ReadonlyMap<string, string> = new Map();
  readonly #isItem: (name: string) => boolean;
  #open: OpenElement[] = [];
  #depth = 0;
  #item: OpenItem | undefined;
  #found: XmlRecord[] = [];
  readonly #names = new Map<string, { name: string; rank: number }>();
  /** Tag of the last item as written. */
  itemTag = '';

  constructor(isItem: (name: string) => boolean) {
    this.#isItem = isItem;
  }

  take(): XmlRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  fault(message: string): void {
    this.faults++;
    this.firstFault ||= message;
  }

  begin(tag: string, attributes: Attributes | undefined, line: number): void {
    if (++this.#depth > MAX_DEPTH) throw new FeedError(`XML elements nest more than ${MAX_DEPTH} levels deep`);
    const { name, rank } = this.#nameOf(tag);
    if (!this.#item && this.#isItem(name)) {
      this.itemTag = tag;
      this.#item = { line, depth: this.#depth, values: new Map(), chars: 0 };
      this.#open.push({ path: '', rank: 1, text: '' });
      this.#attributes('', attributes);
      return;
    }
    const path = this.#pathOf(name);
    this.#open.push({ path, rank, text: '' });
    this.#attributes(path, attributes);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element && element.text.length < MAX_TEXT_CHARS)
      element.text += text.slice(0, MAX_TEXT_CHARS - element.text.length);
  }

  /** Returns whether an item has ended. */
  finish(): boolean {
    const element = this.#open.pop();
    this.#depth--;
    if (!element) return false;
    if (this.#item && this.#depth === this.#item.depth - 1) {
      this.#add('#text', element.text, 1);
      this.#found.push(new XmlRecord(this.#item, this.#outer));
      this.#item = undefined;
      return true;
    }
    this.#add(element.path, element.text, element.rank);
    return false;
  }

  /** An element of an item that contains only text. */
  leaf(tag: string, text: string): void {
    const { name, rank } = this.#nameOf(tag);
    this.#add(this.#pathOf(name), text, rank);
  }

  /** Discards the current item. */
  forgetItem(): void {
    if (!this.#item) return;
    this.#open.length -= this.#depth - this.#item.depth + 1;
    this.#depth = this.#item.depth - 1;
    this.#item = undefined;
  }

  #pathOf(name: string): string {
    const parent = this.#open.at(-1)?.path ?? '';
    // Outside items only image children get a path: a channel's image has its own title and link.
    const isInside = this.#item !== undefined || parent === 'image';
    return parent && isInside ? `${parent}/${name}` : name;
  }

  /** A tag's name without its namespace prefix, and the rank of the prefix. */
  #nameOf(tag: string): { name: string; rank: number } {
    let known = this.#names.get(tag);
    if (!known) {
      if (tag.length > MAX_TAG_CHARS)
        throw new FeedError(`an XML element name is longer than ${MAX_TAG_CHARS} characters`);
      const colon = tag.indexOf(':');
      known = { name: columnName(tag.slice(colon + 1)), rank: rankOf(tag.slice(0, Math.max(colon, 0))) };
      if (this.#names.size < MAX_ITEM_VALUES) this.#names.set(copyString(tag), known);
    }
    return known;
  }

  #attributes(path: string, attributes: Attributes | undefined): void {
    for (const name in attributes) this.#add(`${path}@${columnName(name)}`, attributes[name]!, 1);
  }

  #add(path: string, given: string, rank: number): void {
    const text = given.slice(0, MAX_TEXT_CHARS).trim();
    if (text === '') return;
    // Outside items the last value counts, so that each merchant of a list applies to the items after it.
    if (!this.#item) {
      if (this.#outer.size < MAX_OUTER_VALUES)
        this.#outer = new Map(this.#outer).set(copyString(path), copyString(text.slice(0, MAX_OUTER_CHARS)));
      return;
    }
    const { values } = this.#item;
    this.#item.chars += path.length + text.length + VALUE_CHARS;
    if (this.#item.chars > MAX_RECORD_CHARS) {
      values.clear();
      return;
    }
    const known = values.get(path);
    if ((!known || rank > known.rank) && values.size < MAX_ITEM_VALUES) values.set(path, { text, rank });
  }
}
