// Recognises payment card numbers, which must never be accepted, stored, echoed or logged.

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Cheap pre-check: a card needs at least 13 digits. */
const ENOUGH_DIGITS = /[0-9](?:[ -]?[0-9]){12}/;

/** Decides whether a candidate is a card, by its first four digits, length and Luhn sum. */
export type CardCheck = (firstFour: number, digits: number, luhnSum: number) => boolean;

/** Whether the text contains a card number: 13 to 19 digits with a valid Luhn sum, scheme prefix and length. */
export function holdsCardNumber(text: string): boolean {
  return findCardNumbers(text).length > 0;
}

/** The text with every card number replaced by asterisks. */
export function maskCardNumbers(text: string): string {
  let masked = '';
  let end = 0;
  for (const [from, to] of findCardNumbers(text)) {
    masked +=
      text.slice(end, from) +
      text
        .slice(from, to)
        .replace(/[0-9]{4}/g, '****')
        .replace(/[0-9]/g, '*');
    end = to;
  }
  return masked + text.slice(end);
}

/**
 * The ranges of all card numbers, merged where they overlap. A run is a sequence of digit groups separated by a single
 * space or hyphen. A card may start and end at any group, because other numbers may precede or follow it in the run.
 * At most seven candidates (13 to 19 digits) end at a group, so the work is linear in the text.
 */
export function findCardNumbers(text: string, isCard: CardCheck = isCardNumber): [number, number][] {
  const found: [number, number][] = [];
  if (!ENOUGH_DIGITS.test(text)) return found;
  const run = new DigitRun();
  let wasDigit = false;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0;
    const isDigit = unit >= 48 && unit <= 57;
    if (isDigit) run.add(unit - 48, i, !wasDigit);
    else if (wasDigit) {
      const from = run.length < MIN_DIGITS ? -1 : run.longestCard(isCard);
      if (from >= 0) addRange(found, from, i);
      if (unit !== 32 && unit !== 45) run.length = 0;
    } else run.length = 0;
    wasDigit = isDigit;
  }
  return found;
}

/** Adds a range and merges it with those it overlaps. Ranges arrive in order of their ends. */
function addRange(ranges: [number, number][], from: number, to: number): void {
  while (ranges.length > 1 && ranges.at(-2)![1] > from) ranges.pop();
  const last = ranges.at(-1);
  if (!last || last[1] <= from) ranges.push([from, to]);
  else {
    last[0] = Math.min(last[0], from);
    last[1] = to;
  }
}

/** Ring buffer size, a power of two above MAX_DIGITS. */
const CAPACITY = 32;

/** Ring buffer of the last digits of a run, with prefix sums that give the Luhn sum of any suffix in constant time. */
class DigitRun {
  length = 0;
  readonly #digits = new Uint8Array(CAPACITY);
  readonly #offsets = new Uint32Array(CAPACITY);
  readonly #startsGroup = new Uint8Array(CAPACITY);
  /** Prefix sums with the digits at even (odd) indices doubled. */
  readonly #evenDoubled = new Uint32Array(CAPACITY);
  readonly #oddDoubled = new Uint32Array(CAPACITY);

  add(digit: number, offset: number, startsGroup: boolean): void {
    const index = this.length++;
    const at = index % CAPACITY;
    const next = (index + 1) % CAPACITY;
    const doubled = digit < 5 ? digit * 2 : digit * 2 - 9;
    const isEven = index % 2 === 0;
    this.#digits[at] = digit;
    this.#offsets[at] = offset;
    this.#startsGroup[at] = Number(startsGroup);
    this.#evenDoubled[next] = this.#evenDoubled[at]! + (isEven ? doubled : digit);
    this.#oddDoubled[next] = this.#oddDoubled[at]! + (isEven ? digit : doubled);
  }

  /** Text offset of the longest card that ends at the last digit, or -1. */
  longestCard(isCard: CardCheck): number {
    const sums = this.length % 2 === 0 ? this.#evenDoubled : this.#oddDoubled;
    const total = sums[this.length % CAPACITY]!;
    for (let digits = Math.min(MAX_DIGITS, this.length); digits >= MIN_DIGITS; digits--) {
      const first = this.length - digits;
      const at = first % CAPACITY;
      if (this.#startsGroup[at] && isCard(this.#firstFour(first), digits, total - sums[at]!)) return this.#offsets[at]!;
    }
    return -1;
  }

  #firstFour(first: number): number {
    const digit = (i: number) => this.#digits[(first + i) % CAPACITY]!;
    return digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  }
}

// One number in ten has a valid Luhn sum by chance. Prefix and length exclude most user ids.
const isCardNumber: CardCheck = (firstFour, digits, luhnSum) =>
  luhnSum % 10 === 0 && hasSchemePrefix(firstFour, digits);

function hasSchemePrefix(four: number, length: number): boolean {
  const three = Math.trunc(four / 10);
  const two = Math.trunc(four / 100);
  if (four >= 4000 && four <= 4999) return length === 13 || length === 16 || length === 19; // Visa
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length === 16; // Mastercard
  if (two === 34 || two === 37) return length === 15; // American Express
  if ((three >= 300 && three <= 305) || three === 309 || two === 36 || two === 38 || two === 39) return length >= 14; // Diners
  const longScheme =
    (four >= 3528 && four <= 3589) || // JCB
    four === 6011 ||
    (three >= 644 && three <= 649) ||
    two === 65 || // Discover
    two === 62; // UnionPay
  return longScheme && length >= 16;
}
