// Words of texts by their letters. Looking one up makes no text of it: most words of a catalogue come again and again, and
// cutting each out of its text, to ask a map for it, would take longer than everything else.

interface Word {
  text: string;
  hash: number;
}

const SPACE = 32;

export class WordTable<W extends Word> {
  readonly #read: (word: string) => W;
  readonly #most: number;
  #words: W[] = [];
  /** By hash: the place of a word among `#words`, from 1. */
  #slots = new Uint32Array(1024);

  /** `read`: what a new word is; of more than `most` words all are forgotten. */
  constructor(read: (word: string) => W, most: number) {
    this.#read = read;
    this.#most = most;
  }

  /** The words of a folded text, as spaces part them. */
  split(folded: string): W[] {
    const found: W[] = [];
    let start = 0;
    let hash = 0;
    for (let i = 0; i < folded.length; i++) {
      const code = folded.charCodeAt(i);
      if (code !== SPACE) {
        hash = Math.imul(hash ^ code, 0x01000193);
        continue;
      }
      found.push(this.#find(folded, start, i, hash));
      start = i + 1;
      hash = 0;
    }
    if (start < folded.length) found.push(this.#find(folded, start, folded.length, hash));
    return found;
  }

  #find(folded: string, from: number, to: number, hash: number): W {
    const mask = this.#slots.length - 1;
    for (let slot = mixed(hash) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot]!;
      if (place === 0) return this.#add(folded.slice(from, to), hash);
      const word = this.#words[place - 1]!;
      if (word.hash === hash && isAt(word.text, folded, from, to)) return word;
    }
  }

  #add(text: string, hash: number): W {
    if (this.#words.length >= this.#most) {
      this.#words = [];
      this.#slots.fill(0);
    }
    const word = this.#read(text);
    word.hash = hash;
    this.#words.push(word);
    if (this.#words.length * 2 > this.#slots.length) this.#grow();
    else this.#put(word, this.#words.length);
    return word;
  }

  #put({ hash }: Word, place: number): void {
    const mask = this.#slots.length - 1;
    let slot = mixed(hash) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = place;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4);
    for (const [i, word] of this.#words.entries()) this.#put(word, i + 1);
  }
}

/** The low bits of the hash alone tell words of like endings badly apart. */
const mixed = (hash: number): number => hash ^ (hash >>> 15);

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(from + i)) return false;
  return true;
}
