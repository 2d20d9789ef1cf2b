// Masking of one email in texts and JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { Mention } from './mask-mention.ts';

const ann = new Mention(' Ann@Example.com');

test('every spelling of the email is masked, and no other email', () => {
  for (const [text, masked] of [
    ['for ANN@example.com.', 'for a***@example.com.'],
    ['"Ann" <ann@example.com>', '"Ann" <a***@example.com>'],
    ['https://x.example/?to%3Dann%40EXAMPLE.com&n=1', 'https://x.example/?to%3Da***%40example.com&n=1'],
    ['?to%3Dann@example.com', '?to%3Da***@example.com'],
    ['joann@example.com ann@example.com.au ann@example.community', undefined],
    ['jo.ann%40example.com', undefined],
  ] as const) {
    assert.equal(ann.maskText(text), masked, text);
  }
});

test('JSON stays valid: strings and property names are masked', () => {
  assert.equal(
    ann.maskJson('{"ann@example.com":["ann@example.com",1,null]}'),
    '{"a***@example.com":["a***@example.com",1,null]}',
  );
  assert.equal(ann.maskJson('{"said":"\\nann@example.com"}'), '{"said":"\\na***@example.com"}');
  assert.equal(ann.maskJson('{"said":"joann@example.com"}'), undefined);
});

test('no trace of the email is left in any text', () => {
  const part = fc.stringMatching(/^[!-?A-Za-zÀ-ž"\\]{2,12}$/);
  fc.assert(
    fc.property(part, part, fc.string(), (name, host, around) => {
      const email = `${name}@${host}`;
      const mention = new Mention(email);
      const text = `${around} ${email} ${around}`;
      const masked = mention.maskText(text);
      assert.ok(masked !== undefined && !masked.includes(` ${email} `), text);
      const json = mention.maskJson(JSON.stringify({ text: email }));
      assert.ok(json !== undefined && JSON.parse(json).text !== email, email);
    }),
  );
});
