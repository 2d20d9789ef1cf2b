// Typed arrays that grow by doubling, and variable-length integers (LEB128).

export class GrowableBytes {
  #bytes = new Uint8Array(1024);
  length = 0;

  push(byte: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = byte;
  }

  at(i: number): number {
    return this.#bytes[i]!;
  }

  /** 7 bits a byte: one to five bytes. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  /** For a few bytes, where a loop is faster than `set`. */
  pushFew(bytes: Uint8Array, from: number, to: number): void {
    if (this.length + to - from > this.#bytes.length) this.#grow(to - from);
    for (let at = from; at < to; at++) this.#bytes[this.length++] = bytes[at]!;
  }

  pushAll(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export class GrowableUint32 {
  #numbers = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = value;
  }

  at(i: number): number {
    return this.#numbers[i]!;
  }

  clear(): void {
    this.length = 0;
  }

  view(): Uint32Array {
    return this.#numbers.subarray(0, this.length);
  }
}

/** Stores the low 16 bits of each number. */
export class GrowableUint16 {
  #shorts = new Uint16Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#shorts.length) {
      const larger = new Uint16Array(this.#shorts.length * 2);
      larger.set(this.#shorts);
      this.#shorts = larger;
    }
    this.#shorts[this.length++] = value;
  }

  view(): Uint16Array {
    return this.#shorts.subarray(0, this.length);
  }
}

/** Reads what `pushVarint` wrote. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  next(): number {
    let byte = this.#bytes[this.#at++]!;
    let value = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = this.#bytes[this.#at++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) while (this.#bytes[this.#at++]! >= 128);
  }
}
