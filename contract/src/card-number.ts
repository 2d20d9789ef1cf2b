// Recognises payment card numbers, so that none is ever accepted, stored, echoed or logged.

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Without such a run there is nothing to find; a pattern says so several times faster than the search. */
const ENOUGH_DIGITS = /[0-9](?:[ -]?[0-9]){12}/;

/** Judges a candidate by its first four digits, its number of digits and its Luhn sum. */
export type CardCheck = (firstFour: number, digits: number, luhnSum: number) => boolean;

/** True when the text holds 13 to 19 digits that are a card number by Luhn sum, scheme prefix and length. */
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
 * The bounds of all card numbers, joined where they overlap. A run is groups of digits, each joined to the next by a
 * single space or hyphen; a card begins and ends at any group of it, since another number may be right beside a card's.
 * Where a group ends at most seven candidates do: the work is linear in the text.
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

/** Joins a range to those before it that overlap; ranges come in the order of their ends. */
function addRange(ranges: [number, number][], from: number, to: number): void {
  while (ranges.length > 1 && ranges.at(-2)![1] > from) ranges.pop();
  const last = ranges.at(-1);
  if (!last || last[1] <= from) ranges.push([from, to]);
  else {
    last[0] = Math.min(last[0], from);
    last[1] = to;
  }
}

/** A power of two above MAX_DIGITS: only the last digits of a run are kept. */
const KEPT = 32;

/** The last digits of a run, with running sums that give the Luhn sum of any of its ends in constant time. */
class DigitRun {
  length = 0;
  readonly #digits = new Uint8Array(KEPT);
  readonly #places = new Uint32Array(KEPT);
  readonly #startsGroup = new Uint8Array(KEPT);
  /** Sums of all digits before each one, of which those at even (at odd) indices are doubled. */
  readonly #evenDoubled = new Uint32Array(KEPT);
  readonly #oddDoubled = new Uint32Array(KEPT);

  add(digit: number, place: number, startsGroup: boolean): void {
    const index = this.length++;
    const at = index % KEPT;
    const next = (index + 1) % KEPT;
    const doubled = digit < 5 ? digit * 2 : digit * 2 - 9;
    const isEven = index % 2 === 0;
    this.#digits[at] = digit;
    this.#places[at] = place;
    this.#startsGroup[at] = Number(startsGroup);
    this.#evenDoubled[next] = this.#evenDoubled[at]! + (isEven ? doubled : digit);
    this.#oddDoubled[next] = this.#oddDoubled[at]! + (isEven ? digit : doubled);
  }

  /** The place of the first digit of the longest card that ends at the last digit; -1 if none does. */
  longestCard(isCard: CardCheck): number {
    const sums = this.length % 2 === 0 ? this.#evenDoubled : this.#oddDoubled;
    const total = sums[this.length % KEPT]!;
    for (let digits = Math.min(MAX_DIGITS, this.length); digits >= MIN_DIGITS; digits--) {
      const first = this.length - digits;
      const at = first % KEPT;
      if (this.#startsGroup[at] && isCard(this.#firstFour(first), digits, total - sums[at]!)) return this.#places[at]!;
    }
    return -1;
  }

  #firstFour(first: number): number {
    const digit = (offset: number) => this.#digits[(first + offset) % KEPT]!;
    return digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  }
}

// One number in ten passes the Luhn sum by chance, so user ids are told apart by prefix and length as well.
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
