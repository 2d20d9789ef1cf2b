// The text format of PostgreSQL's COPY: columns separated by tabs, rows ended by a line break, `\N` for NULL.

/** As COPY TO writes them: every other character stands for itself. */
const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  // PostgreSQL cannot store U+0000. Imports replace it in the same way.
  '\0': '\uFFFD',
};
const SPECIAL = /[\\\b\f\n\r\t\v\0]/;
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g');

export const NULL_TEXT = '\\N';

export const copyText = (value: string): string =>
  SPECIAL.test(value) ? value.replace(EVERY_SPECIAL, (character) => ESCAPES[character]!) : value;

/** A bytea in its hex format, whose backslash is escaped. */
export const copyBytes = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  `\\\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`;
