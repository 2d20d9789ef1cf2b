import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { findCardNumbers, holdsCardNumber, maskCardNumbers } from './card-number.ts';

test('a card number is recognised in any usual spelling', () => {
  for (const text of [
    '4111111111111111',
    'my card is 4111 1111 1111 1111, thanks',
    '4111-1111-1111-1111',
    '378282246310005', // American Express
    '5555555555554444', // Mastercard
    '2223003122003222', // Mastercard, newer range
    '30569309025904', // Diners
    '6011111111111117', // Discover
    '3530111333300000', // JCB
    '6200000000000005', // UnionPay
  ]) {
    assert.ok(holdsCardNumber(text), text);
  }
});

test('user ids, barcodes and phone numbers are not card numbers', () => {
  for (const text of ['4111111111111112', '1234567890123456', '4006381333931', '9999999999999995', '+49 170 1234567']) {
    assert.ok(!holdsCardNumber(text), text);
  }
});

test('masking does not change the rest of the text', () => {
  assert.equal(maskCardNumbers('pay 4111 1111 1111 1111 or 12345'), 'pay **** **** **** **** or 12345');
});

test('a card number is recognised next to another number', () => {
  for (const text of ['4111111111111111 12.50', '12 4111111111111111', '4111-1111-1111-1111 99']) {
    assert.ok(holdsCardNumber(text), text);
    assert.equal(
      maskCardNumbers(text),
      text.replace(/4?1{3,}(?!2)/g, (digits) => '*'.repeat(digits.length)),
    );
  }
});

test('a card number is masked inside a longer run of digit groups and next to an overlapping one', () => {
  const card = '4111 1111 1111 1111';
  assert.equal(maskCardNumbers(`1 2 3 4 5 6 7 ${card} 8 9`), '1 2 3 4 5 6 7 **** **** **** **** 8 9');
  assert.equal(maskCardNumbers(`${card} ${card} ${card}`), '**** **** **** **** '.repeat(3).trim());
  assert.ok(holdsCardNumber(`${'7-'.repeat(500)}4111111111111111`));
});

test('an unbroken run of more than 19 digits is not a card', () => {
  assert.ok(!holdsCardNumber(`${'4111111111111111'.repeat(2)}`));
});

/** Reference implementation: checks every sequence of whole digit groups. */
function cardsByDefinition(text: string): string {
  const masked = [...text];
  for (const run of text.matchAll(/[0-9]+(?:[ -][0-9]+)*/g)) {
    const groups = [...run[0].matchAll(/[0-9]+/g)].map((group) => ({
      from: run.index + group.index,
      to: run.index + group.index + group[0].length,
    }));
    for (const { from } of groups) {
      for (const { to } of groups.filter((group) => group.to > from)) {
        if (!isCardByDefinition(text.slice(from, to).replace(/[ -]/g, ''))) continue;
        for (let i = from; i < to; i++) if (/[0-9]/.test(masked[i]!)) masked[i] = '*';
      }
    }
  }
  return masked.join('');
}

const SCHEMES: [RegExp, number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-59]|36|38|39)/, [14, 15, 16, 17, 18, 19]],
  [/^(?:352[89]|35[3-8]|6011|64[4-9]|65|62)/, [16, 17, 18, 19]],
];

const hasScheme = (digits: string) =>
  SCHEMES.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length));

const isCardByDefinition = (digits: string) => hasScheme(digits) && luhnSum(digits) % 10 === 0;

const luhnSum = (digits: string) =>
  [...digits].reverse().reduce((total, char, i) => {
    const digit = Number(char) * (i % 2 === 0 ? 1 : 2);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);

/** The prefix, padded with zeros, and the check digit. */
function numberWith(prefix: string, length: number): string {
  const digits = prefix.padEnd(length - 1, '0');
  return digits + ((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

test('exactly the prefixes and lengths of the card schemes are accepted', () => {
  for (let four = 0; four <= 9999; four++) {
    const prefix = String(four).padStart(4, '0');
    for (let length = 12; length <= 20; length++) {
      const digits = numberWith(prefix, length);
      if (holdsCardNumber(digits) !== hasScheme(digits)) assert.fail(`${digits}, of ${length} digits`);
    }
  }
  const edges: [string, number, boolean[]][] = [
    ['3999 4000 4999 5000', 13, [false, true, true, false]],
    ['5099 5100 5599 5600', 16, [false, true, true, false]],
    ['2220 2221 2720 2721', 16, [false, true, true, false]],
    ['3399 3400 3499 3500', 15, [false, true, true, false]],
    ['2999 3000 3059 3060', 14, [false, true, true, false]],
    ['3089 3090 3099 3100', 14, [false, true, true, false]],
    ['3599 3600 3699 3700', 14, [false, true, true, false]],
    ['3799 3800 3999 4000', 14, [false, true, true, false]],
    ['3527 3528 3589 3590', 16, [false, true, true, false]],
    ['6010 6011 6011 6012', 16, [false, true, true, false]],
    ['6439 6440 6599 6600', 16, [false, true, true, false]],
    ['6199 6200 6299 6300', 16, [false, true, true, false]],
  ];
  for (const [prefixes, length, expected] of edges)
    assert.deepEqual(
      prefixes.split(' ').map((prefix) => holdsCardNumber(numberWith(prefix, length))),
      expected,
      prefixes,
    );
});

test('only a single space or hyphen may separate digit groups', () => {
  for (const between of ['x', '.', '/', ',', '  ', ' - ', '--', '\t', '\n', '\u00a0']) {
    assert.ok(!holdsCardNumber(['4111', '1111', '1111', '1111'].join(between)), JSON.stringify(between));
    assert.ok(!holdsCardNumber(['41111111', '11111111'].join(between)), JSON.stringify(between));
    assert.ok(!holdsCardNumber(`4${between}111111111111111`), JSON.stringify(between));
  }
});

test('every digit of overlapping cards is masked', () => {
  const isBoth = (...parts: string[][]) => parts.every((part) => isCardByDefinition(part.join('')));
  const numbers = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));
  const visa = '4222222222222';
  const around = numbers.find((end) => isBoth([visa], ['62', visa, end]))!;
  assert.equal(maskCardNumbers(`62 ${visa} ${around}.`), `** ${'*'.repeat(13)} ***.`);
  const before = numbers.map((end) => `40000000000${end}`).find((digits) => isBoth([digits, '62']))!;
  assert.equal(maskCardNumbers(`${before} 62 ${visa} ${around}.`), `${'*'.repeat(14)} ** ${'*'.repeat(13)} ***.`);
  const middle = numbers.map((end) => `4000000000${end}`).find((digits) => isBoth(['620', digits]))!;
  const after = numbers.find((end) => isBoth([middle, end]))!;
  assert.equal(maskCardNumbers(`620 ${middle} ${after}.`), `*** ${'*'.repeat(13)} ***.`);
});

test('changing any digit invalidates the Luhn sum', () => {
  for (const card of ['4539578763621486', '378282246310005', '30569309025904', '4222222222222']) {
    for (let i = 4; i < card.length; i++)
      for (let digit = 0; digit <= 9; digit++) {
        const written = card.slice(0, i) + digit + card.slice(i + 1);
        assert.equal(holdsCardNumber(written), written === card, written);
      }
  }
});

test('masking agrees with the reference implementation for any mix of digits and separators', () => {
  const cards = ['4111111111111111', '4111 1111 1111 1111', '378282246310005', '3782-822463-10005', '36700102000000'];
  const part = fc.oneof(
    fc.constantFrom(...cards, ' ', '-', '  ', ' - ', 'x', '4', '62', '2720', '3'),
    fc.stringMatching(/^[0-9]{1,6}$/),
    fc.stringMatching(/^[0-9 -]{1,40}$/),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const expected = cardsByDefinition(text);
      assert.equal(maskCardNumbers(text), expected);
      assert.equal(holdsCardNumber(text), expected !== text);
    }),
    { numRuns: 2000 },
  );
});

test('at most seven candidates are checked per digit, for any text', () => {
  for (const hostile of ['4-', '62-', '4 ', '4', '4444444444444 ', '36-4 ']) {
    const text = hostile.repeat(5000);
    let checks = 0;
    const count = () => {
      checks++;
      return false;
    };
    assert.deepEqual(findCardNumbers(text, count), []);
    assert.ok(checks <= 7 * text.replace(/[^0-9]/g, '').length, `${checks} checks of ${text.length} characters`);
  }
});
