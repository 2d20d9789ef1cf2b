// Texts from shops and callers, made safe to show to a model: one line, no control characters, shortened.

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Invisible, or without a meaning of their own: they hide instructions, or turn the direction of a line. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|\p{Cn}/gu;

/** Cuts at a character, and says so by an ellipsis. */
export function plainLine(text: string, maxChars: number): string {
  // No more than this is looked at, because descriptions may be long.
  const line = text
    .slice(0, 8 * maxChars)
    .toWellFormed()
    .replace(CONTROLS, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxChars) return line;
  return `${line
    .slice(0, maxChars - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Quoted, so that a text cannot pass for another field of its line. */
export const quoted = (text: string, maxChars: number): string => `"${plainLine(text, maxChars).replaceAll('"', "'")}"`;
