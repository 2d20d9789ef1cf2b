// Errors for a mapping or format that does not fit the file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../../reading/feed-error.ts';
import { mappedFormat } from '../formats/mapped.ts';
import { detectFormat } from './detect-format.ts';

test('a mapping with columns that the file lacks is refused with their names', () => {
  const named = (fields: object, more = {}) => ({ mapping: mappedFormat({ fields, ...more }) });
  const csv = 'Nr;Titel;Preis;Bild\n1;Kettle;49,90;https://kettles.example/1.jpg\n';
  const refused: [string, ReturnType<typeof named>, string][] = [
    [csv, named({ id: 'Nr', name: 'Name' }), 'the file has no column "Name" (name); the first row holds Nr, Titel'],
    [csv, named({ id: 'Nr', name: ['Name', 'N'], regular_price: 'Preis' }), 'no column "Name" or "N" (name);'],
    [csv, named({ id: 'Key', name: 'Name' }), 'no column "Key" (id), "Name" (name);'],
    ['<a><b><c>1</c></b></a>', named({ id: 'nr', name: 'title' }), 'no column "nr" (id), "title" (name); XML with'],
    ['<a><b><c>1</c></b></a>', named({ id: 'c', name: 'd' }, { item: 'Product' }), 'the file has no element product'],
  ];
  for (const [content, options, message] of refused)
    assert.throws(
      () => detectFormat(content, options),
      (error) => {
        assert.ok(error instanceof FeedError && error.message.startsWith('the mapping does not fit: '), String(error));
        assert.ok(error.message.includes(message), error.message);
        return true;
      },
    );
  const reason = detectFormat(csv, named({ id: 'Nr', name: 'Titel', brand: 'Marke' })).reason;
  assert.equal(reason, 'semicolons, using the mapping; the file has no column "Marke" (brand)');
  assert.throws(
    () => detectFormat(csv, { format: 'google' }),
    /the file is not in the format google: the first row holds Nr/,
  );
});
