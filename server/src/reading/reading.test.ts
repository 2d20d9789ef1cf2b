// Decoding and splitting, for any chunking and for broken input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { decodeText } from './decode-text.ts';
import { DelimitedSplitter } from './split-delimited.ts';
import { JsonArraySplitter, JsonLinesSplitter } from './split-json.ts';
import { XmlItemReader } from './xml-item-reader.ts';

async function decode(bytes: Uint8Array, step: number, encoding?: string): Promise<string> {
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += step) yield Buffer.from(bytes.subarray(at, at + step));
  })();
  let text = '';
  for await (const piece of decodeText(pieces, encoding)) text += piece;
  return text;
}

function split(text: string, step: number, width: number, delimiter = ',', hasQuotes = true) {
  const splitter = new DelimitedSplitter({ delimiter, hasQuotes });
  splitter.width = width;
  const rows = [];
  for (let at = 0; at < text.length; at += step) rows.push(...splitter.push(text.slice(at, at + step)));
  return [...rows, ...splitter.end()];
}

test('UTF-8 is decoded correctly in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), async (text, step) => {
      const whole = text.replace(/^\ufeff/, '');
      assert.equal(await decode(Buffer.from(whole), step), whole);
    }),
  );
});

test('Latin-1 bytes within UTF-8, a byte order mark and other encodings are decoded correctly', async () => {
  const mixed = Buffer.concat([Buffer.from('\ufeffé '), Buffer.from('Caf\xe9 \x80', 'latin1'), Buffer.from(' ü')]);
  for (const step of [1, 2, 3, 100]) assert.equal(await decode(mixed, step), 'é Café € ü');
  assert.equal(await decode(Buffer.from('\ufeffid,é', 'utf16le'), 5), 'id,é');
  const declared = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1');
  assert.match(await decode(declared, 1000), />é</);
  const lying = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>');
  assert.match(await decode(lying, 1000), />é</);
  assert.equal(await decode(Buffer.from([0xcf, 0xf0, 0xe8]), 1, 'windows-1251'), 'При');
});

test('rows survive a round trip in chunks of any size', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r\n', 'é', ';'), maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, step) => {
        const text = rows.map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n');
        assert.deepEqual(
          split(`${text}\n`, step, 3).map(({ cells }) => cells),
          rows,
        );
      },
    ),
  );
});

test('an unclosed quote costs one row and no other', () => {
  const text = 'a1,b1,c1\na2,"never closed,c2\na3,"b3",c3\na4,b4,c4\na5,"b5 ""x""",c5\n';
  for (const step of [1, 7, 1000]) {
    const rows = split(text, step, 3);
    assert.deepEqual(
      rows.filter(({ fault }) => !fault).map(({ cells }) => cells[0]),
      ['a1', 'a2', 'a3', 'a4', 'a5'],
    );
    assert.equal(rows[1]!.cells[1], '"never closed');
    assert.equal(rows[4]!.cells[1], 'b5 "x"');
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2, 3, 4, 5],
    );
  }
});

test('a row with too many columns is reported; missing trailing columns are accepted', () => {
  const rows = split('a,b,c,d\na,b\n"x\ny",b,c\na,b,c,,\n', 100, 3);
  assert.deepEqual(
    rows.map(({ fault }) => fault),
    ['has 4 columns instead of 3', undefined, undefined, undefined],
  );
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 2, 3, 5],
  );
  assert.equal(split('a,b,c\na,b', 100, 3)[1]!.fault, 'has 2 columns instead of 3');
});

test('the remainder of a row with an unquoted line break is not a row', () => {
  const rows = split('1,Pot,first line\nsecond line,x\n2,Pan,x,y,z\n', 100, 5);
  assert.deepEqual(
    rows.map(({ fault }) => fault),
    [undefined, 'has 2 columns instead of 5', undefined],
  );
});

test('quotes are literal in dialects without quoting', () => {
  assert.deepEqual(split('5" pipe|"x|y\n', 100, 3, '|', false)[0]!.cells, ['5" pipe', '"x', 'y']);
});

test('a value of three megabytes is read like any other', () => {
  const rows = split(`a,"${'x\n'.repeat(1_500_000)}",c\nd,e,f\n`, 256 * 1024, 3);
  assert.deepEqual(
    rows.map(({ cells }) => [cells.length, cells[0]]),
    [
      [3, 'a'],
      [3, 'd'],
    ],
  );
});

function items(xml: string, step = 1000) {
  const reader = new XmlItemReader((name) => name === 'item');
  const records = [];
  for (let at = 0; at < xml.length; at += step) records.push(...reader.push(xml.slice(at, at + step)));
  return { records: [...records, ...reader.end()], reader };
}

test('XML items are read with namespaces, attributes and nesting', () => {
  const xml = `<rss xmlns:g="x"><channel><title>Shop</title><image><url>logo</url><title>Logo</title></image><item a="1"><title>plain</title><g:title>Google's</g:title>
    <g:shipping><g:price>5</g:price></g:shipping><g:pic>1</g:pic><g:pic>2</g:pic><link href="h"/><x><![CDATA[<b>]]></x></item></channel></rss>`;
  for (const step of [1, 1000]) {
    const { records, reader } = items(xml, step);
    const [record] = records;
    assert.deepEqual(
      ['title', '@a', 'shipping/price', 'link@href', 'x', '^title', '^image/url', 'nothing'].map((name) =>
        record!.get(name),
      ),
      ["Google's", '1', '5', 'h', '<b>', 'Shop', 'logo', ''],
    );
    assert.deepEqual([record!.get('pic'), reader.isComplete, reader.faults], ['1', true, 0]);
  }
});

test('malformed or truncated XML yields what can be read', () => {
  const { records, reader } = items(
    '<rss><item><a>1 & 2 &nbsp;</a></item><item><a>x</b></item><item><a>3</a></item><item><a>4',
  );
  assert.deepEqual(records.map((record) => record.get('a')).filter((a) => /1|3/.test(a)).length, 2);
  assert.ok(!reader.isComplete && reader.faults > 0);
  const bomb = items(
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/hostname">]><x><item><t>&a;&b;</t></item></x>',
  );
  assert.doesNotMatch(bomb.records[0]!.get('t'), /aaaa/);
});

test('a stray & costs neither the rest of its item nor the next item', () => {
  const { records, reader } = items(
    '<rss><item><a>0</a></item><item><a>Tom & Jerry &eacute; &copy</a></item><item><a>x?a=1&b=2&lt=3</a></item></rss>',
  );
  assert.deepEqual(
    records.map((record) => record.get('a')),
    ['0', 'Tom & Jerry &eacute; &copy', 'x?a=1&b=2&lt=3'],
  );
  assert.equal(reader.faults, 5);
});

test('the fast path and the full XML parser read an item alike', () => {
  const names = ['a', 'g:a', 'b', 'item', 'x:title', 'c.d-e'];
  const parts = [
    ...[
      'plain ',
      '&amp;',
      '&lt;b&gt;',
      '&#233;',
      '&#xE9;',
      '&nbsp;',
      '&#0;',
      '\u0001',
      '\r\n',
      '\r',
      ' \n\t',
      '>',
      ']]>',
    ],
    ...[
      '<![CDATA[<b> & </b>]]>',
      '<![CDATA[]]>',
      '<![CDATA[</item>',
      '<!-- </item> -->',
      '<!-- <item>',
      '<?php ?>',
      '<',
      '\u{1f600}',
    ],
    ...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}>text</${name}>`, `<${name}/>`]),
    ...[
      '<a x="1" y = \'2\'>t</a>',
      '<a x="1" x="2"/>',
      '<a x=1>',
      '<a x="&amp;\n">',
      '<b x="</item>">',
      '<a\n>t</a\n>',
      '<ä>u</ä>',
    ],
  ];
  const inside = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((some) => some.join(''));
  const between = fc.constantFrom(
    '',
    '',
    '',
    '\n  ',
    '\r\n',
    '<name>N</name>',
    'text',
    '<!-- <item>x</item> -->',
    '</shop><shop>',
  );
  const item = fc
    .tuple(between, fc.boolean(), inside)
    .map(([before, isPlain, content]) =>
      isPlain ? `${before}<item><a>1</a>\n<b>2 &amp; 3</b></item>` : `${before}<item>${content}</item>`,
    );
  const recordsOf = (xml: string, step: number) => {
    const { records, reader } = items(xml, step);
    const values = records.map((record) => [
      record.line,
      ...['#text', 'a', 'b', 'title', 'c.d-e', 'a/b', 'b/a', 'a@x', 'b@x', 'item', '^name'].map((name) =>
        record.get(name),
      ),
      record.get('^name'),
    ]);
    return JSON.stringify([values, reader.isComplete]).replaceAll('/item >', '/item>');
  };
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), fc.integer({ min: 1, max: 200 }), (all, step) => {
      const xml = `<rss><shop><name>S</name><item><a>0</a></item>${all.join('')}</shop></rss>`;
      // An unusually closed tag forces the full XML parser.
      assert.equal(recordsOf(xml, step), recordsOf(xml.replaceAll('</item>', '</item >'), 1000));
    }),
    { numRuns: 2000 },
  );
});

test('JSON is split into objects, from lines or from an array', () => {
  const list = [{ a: '{"x"}' }, { a: { b: ['\\"{'] } }, { a: 3 }];
  for (const step of [1, 5, 1000]) {
    for (const [text, splitter] of [
      [list.map((one) => JSON.stringify(one)).join('\n'), new JsonLinesSplitter()],
      [JSON.stringify(list, null, 1), new JsonArraySplitter(false)],
      [JSON.stringify({ products: list }), new JsonArraySplitter(true)],
    ] as const) {
      const found = [];
      for (let at = 0; at < text.length; at += step) found.push(...splitter.push(text.slice(at, at + step)));
      found.push(...splitter.end());
      assert.deepEqual(
        found.map((piece) => JSON.parse(piece.text!)),
        list,
      );
    }
  }
});
