// Reads the number of a fact from an id.

/** Null if no fact can have it. */
export function readNumber(id: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
