/** Replaces control characters, because text from feeds and callers must not control the terminal. */
export const printable = (line: string): string => line.replace(/\p{Cc}/gu, '\ufffd');
