// Links are normalised as by the URL standard, and keep their macros.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { normaliseLink, unusedPlaceholder } from './tracked-link.ts';

const MACROS = ['{click_id}', '{convo_id}', '{presentation_id}', '{program}'];

test('a link keeps its macros in path, query and fragment; the rest is normalised', () => {
  const part = fc.oneof(
    fc.constantFrom(...MACROS, '{email}', '%7Bclick_id%7D', 'macro', 'macro0n', 'macro0n1z', 'macro1n', 'x', 'é', '"'),
    fc.stringMatching(/^[a-z0-9{}=&%]{0,8}$/),
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(part), fc.array(part), (...parts) => {
      const [path, query, fragment] = parts.map((each) => each.join(''));
      const link = `HTTPS://Shop.example/${path}?${query}#${fragment}`;
      // The text between two macros is normalised separately: no URL rule used here spans a macro.
      const expected = [
        { before: 'https://shop.example/', text: path },
        { before: 'https://shop.example/?', text: query },
        { before: 'https://shop.example/#', text: fragment },
      ].map(({ before, text }) =>
        text!
          .split(/(\{(?:click_id|convo_id|presentation_id|program)\})/)
          .map((piece, i) => (i % 2 === 1 ? piece : new URL(before + piece).href.slice(before.length)))
          .join(''),
      );
      assert.equal(normaliseLink(link), `https://shop.example/${expected[0]}?${expected[1]}#${expected[2]}`);
    }),
  );
});

test('the placeholder of a macro is short and never part of the link', () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => `macro${i}n`).join('');
  for (const link of [`macro${'x'.repeat(8000)}`, numbers, `macro${'0'.repeat(8000)}n`, 'macro0'.repeat(1300)]) {
    const placeholder = unusedPlaceholder(link);
    assert.ok(!link.includes(placeholder));
    assert.ok(placeholder.length <= 'macro1000n'.length, placeholder);
  }
});
