// The container format of a segment, in memory and on disk: a JSON header, then named typed arrays, aligned to 8 bytes.

const MAGIC = 'finderfee segment 6\n';

const TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const;
type TypeName = keyof typeof TYPES;

type Section = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
export type Sections = Record<string, Section>;

interface Header {
  sections: Record<string, { type: TypeName; offset: number; length: number }>;
}

const aligned = (offset: number) => Math.ceil(offset / 8) * 8;

export function pack(sections: Sections): SharedArrayBuffer {
  const header: Header = { sections: {} };
  let offset = 0;
  for (const [name, section] of Object.entries(sections)) {
    header.sections[name] = { type: section.constructor.name as TypeName, offset, length: section.length };
    offset = aligned(offset + section.byteLength);
  }
  const text = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const start = aligned(text.length);
  const buffer = new SharedArrayBuffer(start + offset);
  const bytes = new Uint8Array(buffer);
  bytes.set(text);
  for (const [name, section] of Object.entries(sections)) {
    bytes.set(
      new Uint8Array(section.buffer, section.byteOffset, section.byteLength),
      start + header.sections[name]!.offset,
    );
  }
  return buffer;
}

export function unpack(buffer: SharedArrayBuffer): Sections {
  const bytes = Buffer.from(buffer as unknown as ArrayBuffer);
  const end = bytes.indexOf('\n', MAGIC.length);
  if (bytes.subarray(0, MAGIC.length).toString() !== MAGIC || end < 0) throw new Error('not a segment of this version');
  const header = JSON.parse(bytes.subarray(MAGIC.length, end).toString()) as Header;
  const start = aligned(end + 1);
  return Object.fromEntries(
    Object.entries(header.sections).map(([name, { type, offset, length }]) => [
      name,
      new TYPES[type](buffer as unknown as ArrayBuffer, start + offset, length),
    ]),
  );
}

/** Copies values to the narrowest array type that fits them all. */
export function narrow(values: ArrayLike<number>): Uint8Array | Uint16Array | Uint32Array {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  const Type = largest < 2 ** 8 ? Uint8Array : largest < 2 ** 16 ? Uint16Array : Uint32Array;
  return Type.from(values);
}
