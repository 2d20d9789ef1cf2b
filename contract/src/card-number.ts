// Recognises payment card numbers, so that none is ever accepted, stored, echoed or logged.

const CANDIDATE = /(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])/g;

/** True when the text holds 13 to 19 digits that are a card number by Luhn sum, scheme prefix and length. */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(CANDIDATE)].some(([candidate]) => cardsIn(candidate).length > 0);
}

/** The text with every card number replaced by asterisks. */
export function maskCardNumbers(text: string): string {
  return text.replace(CANDIDATE, (candidate) =>
    cardsIn(candidate).reduce((masked, card) => masked.replace(card, card.replace(/[0-9]/g, '*')), candidate),
  );
}

/** The whole, or some of its groups of digits: another number may stand right beside a card's. */
function cardsIn(candidate: string): string[] {
  if (isCardNumber(candidate.replace(/[ -]/g, ''))) return [candidate];
  const groups = candidate.split(/(?<=[ -])/);
  const runs = groups.flatMap((_, from) => groups.slice(from).map((_, i) => groups.slice(from, from + i + 1).join('')));
  return runs.map((run) => run.replace(/[ -]$/, '')).filter((run) => isCardNumber(run.replace(/[ -]/g, '')));
}

// One number in ten passes the Luhn sum by chance, so user ids are told apart by prefix and length as well.
function isCardNumber(digits: string): boolean {
  return hasSchemePrefix(digits) && passesLuhn(digits);
}

function hasSchemePrefix(digits: string): boolean {
  const length = digits.length;
  const [two, three, four] = [2, 3, 4].map((n) => Number(digits.slice(0, n))) as [number, number, number];
  if (digits.startsWith('4')) return length === 13 || length === 16 || length === 19; // Visa
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

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
