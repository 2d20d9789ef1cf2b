// The promises of the ranking, each on a small catalogue of its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '../../../product/product.ts';
import { builtInSynonyms } from '../../../text/built-in-synonyms.ts';
import { buildSynonyms } from '../../../text/synonyms.ts';
import type { IndexResult } from '../../port.ts';
import { measureLengths } from '../../ranking/field-lengths.ts';
import { SegmentSet } from '../writer/segment-set.ts';
import { IndexView } from './index-view.ts';
import { Searcher } from './searcher.ts';

type Fields = Partial<Product> & { name: string };

const synonyms = buildSynonyms(builtInSynonyms());

function search(products: (Fields | string)[], text: string): IndexResult {
  const index = new SegmentSet(measureLengths([]));
  const listed = products.map((product) => (typeof product === 'string' ? { name: product } : product));
  index.apply(
    listed.map((product, i) => ({
      change_no: i + 1,
      product_no: i + 1,
      merchant_id: 7,
      merchant_name: 'Shop',
      data: JSON.stringify({ id: `p-${i}`, ...product }),
    })),
  );
  const searcher = new Searcher(new IndexView(index.segments.map(({ live }) => live)));
  searcher.findSynonyms = (words, at) => synonyms.expand(words, at);
  return searcher.search({ text, criteria: [], exclude: [], limit: 1000, explain: true });
}

/** A query, the products in their expected order, and products that must not be found. */
interface Case {
  says: string;
  query: string;
  ranked: (Fields | string)[];
  not?: (Fields | string)[];
}

const CASES: Record<string, Case[]> = {
  'all and some words': [
    { says: 'all words beat some words', query: 'red wool shoe', ranked: ['Red wool shoe', 'Red wool wool hat'] },
    {
      says: 'also if the one with some of them has them in every field',
      query: 'red wool shoe',
      ranked: [
        { name: 'Shoe', description: 'Made of red wool' },
        { name: 'Red wool', brand: 'Red', category: 'Wool' },
      ],
    },
    {
      says: 'the name beats the description',
      query: 'kettle',
      ranked: ['Kettle', { name: 'Cup', description: 'Goes with a kettle' }],
    },
    {
      says: 'the name beats the category, and that the other details',
      query: 'kettle',
      ranked: [
        { name: 'Kettle red' },
        { name: 'Cup red', category: 'Kettle' },
        { name: 'Cup red', material: 'kettle' },
      ],
    },
    { says: 'a stop word is optional', query: 'kettle for tea', ranked: ['Tea kettle', 'Kettle'] },
  ],
  'exact names': [
    {
      says: 'an exact name ranks first, whatever other products contain',
      query: 'copper kettle',
      ranked: [
        'Copper kettle',
        {
          name: 'Brewline Copper Kettle 1.5 L',
          category: 'Kitchen > Kettles > Copper kettles',
          brand: 'Copper Kettle',
        },
      ],
    },
    {
      says: 'case, accents, apostrophes and plurals make no difference',
      query: 'LEVIS Cafe jackets',
      ranked: ['Levi’s café jacket', { name: "Levi's café jacket blue", category: 'Jackets', brand: "Levi's" }],
    },
    {
      says: 'also if it is out of stock',
      query: 'copper kettle',
      ranked: [
        { name: 'Copper kettle', in_stock: false },
        {
          name: 'Brewline Copper Kettle 1.5 L',
          category: 'Kitchen > Kettles > Copper kettles',
          brand: 'Copper Kettle',
        },
      ],
    },
    {
      says: 'the order of words counts',
      query: 'kettle copper',
      ranked: [
        {
          name: 'Brewline Copper Kettle 1.5 L',
          category: 'Kitchen > Kettles > Copper kettles',
          brand: 'Copper Kettle',
        },
        'Copper kettle',
      ],
    },
  ],
  identifiers: [
    {
      says: 'an exact model number ranks first',
      query: 'wh-1000xm4',
      ranked: [{ name: 'Headphones', model: 'WH1000XM4' }, 'WH 1000XM4 ear pads WH 1000XM4', 'WH headphones'],
    },
    {
      says: 'a SKU ranks first, with any spacing',
      query: 'AB 12/34',
      ranked: [{ name: 'Bolt', sku: 'AB-1234' }, 'AB 12 34 bolt box'],
    },
    {
      says: 'a barcode ranks first, in any length',
      query: '0036000291452',
      ranked: [{ name: 'Tissues', barcode: '036000291452' }],
      not: [{ name: 'Other tissues', barcode: '4006381333931' }],
    },
    {
      says: 'a model number with another digit is a different one',
      query: 'tn-2110',
      ranked: [
        { name: 'Toner', model: 'TN-2110' },
        { name: 'Toner', model: 'TN-2120' },
      ],
    },
    {
      says: 'an identifier does not lift a product that lacks the other words',
      query: 'lbp2900 toner',
      ranked: ['Toner for Canon LBP2900', { name: 'Canon printer', model: 'LBP2900' }],
    },
  ],
  'brand and category': [
    {
      says: 'the brand in the query means the brand',
      query: 'nike shoes',
      ranked: [
        { name: 'Court shoes', brand: 'Nike' },
        { name: 'Running shoes', brand: 'Acme', description: 'Lighter than Nike shoes' },
      ],
    },
    {
      says: 'the category in the query means the category',
      query: 'garden chair',
      ranked: [
        { name: 'Folding chair', category: 'Garden > Chairs' },
        { name: 'Chair', category: 'Office > Chairs', description: 'Also for the garden' },
      ],
    },
  ],
  forms: [
    { says: 'plural finds singular', query: 'running shoes', ranked: ['Running shoe'] },
    { says: 'singular finds plural', query: 'watch', ranked: ['Watches'] },
    { says: 'lens and lenses', query: 'lenses', ranked: ['Camera lens'] },
    { says: 'firestick finds fire stick', query: 'firestick', ranked: ['Fire Stick 4K'], not: ['Fire and a stick'] },
    { says: 'fire stick finds firestick', query: 'fire stick', ranked: ['Firestick 4K', 'Fire pit'] },
    { says: 'a hyphen is a space or nothing', query: 'tshirt', ranked: ['T-Shirt'] },
    { says: 'a space is a hyphen or nothing', query: 't shirt', ranked: ['Tshirt'] },
    { says: 'wifi finds Wi-Fi', query: 'wifi router', ranked: ['Wi-Fi router', 'Router'] },
    { says: '12 v finds 12v', query: '12 v battery', ranked: ['12V battery', '24V battery 12 pack'] },
    { says: '12v finds 12 Volt', query: '12v battery', ranked: ['Battery 12 Volt', 'Battery 24 Volt'] },
    {
      says: '1/4 inch finds 1/4"',
      query: '1/4 inch drill bit',
      ranked: ['Drill bit 1/4"', 'Drill bit 1/2"'],
    },
    { says: '64gb finds 64 GB', query: '64gb card', ranked: ['Card 64 GB', 'Card 128 GB'] },
  ],
  spelling: [
    { says: 'a misspelt word beside good ones', query: 'blue kettel', ranked: ['Blue kettle', 'Blue cup'] },
    {
      says: 'also if its parts are words of other products',
      query: 'blue kettel',
      ranked: ['Blue kettle', 'Blue cup'],
      not: ['Ket 5', 'Tel 5'],
    },
    {
      says: 'a prefix as the last word, also if it consists of other words',
      query: 'headpho',
      ranked: ['Headphones'],
      not: ['Head band', 'Pho soup'],
    },
    { says: 'two letters in a long word', query: 'hedphonse', ranked: ['Headphones'] },
    { says: 'a word that the catalogue has is not corrected', query: 'cap', ranked: ['Cap'], not: ['Cup'] },
    { says: 'what has digits is not corrected', query: 'x2z4q', ranked: [], not: ['X2Z5Q'] },
    { says: 'unknown words find nothing', query: 'xqzzv wwwqk', ranked: [], not: ['Cup', 'Kettle'] },
  ],
  negation: [
    {
      says: 'without, in query and product',
      query: 'knife set without block',
      ranked: ['Knife set without block', 'Knife set', 'Knife set with block'],
    },
    { says: 'no', query: 'desk chair no wheels', ranked: ['Desk chair, no wheels', 'Desk chair with wheels'] },
    { says: 'not', query: 'silicone not clear', ranked: ['Black silicone', 'Clear silicone'] },
    { says: '-free', query: 'sugar-free candy', ranked: ['Sugar free candy', 'Candy with sugar'] },
    { says: 'no before a number', query: 'pencils no 2', ranked: ['Pencils no. 2', 'Pencils 2', 'Pencils'] },
    { says: 'only unwanted words', query: 'no sugar', ranked: ['Candy, no sugar'], not: ['Sugar'] },
    { says: 'only unwanted words that no product states to lack', query: 'no sugar', ranked: ['Sugar'], not: ['Salt'] },
    { says: 'without finds free', query: 'candy without sugar', ranked: ['Sugar-free candy', 'Sugar candy'] },
  ],
  'what a thing is for': [
    {
      says: 'an iPhone comes before a case for it',
      query: 'iphone',
      ranked: ['Apple iPhone', 'Case for iPhone'],
    },
    {
      says: 'a case for iphone is not an iPhone',
      query: 'case for iphone',
      ranked: ['Slim case for iPhone', 'Apple iPhone 15 with slim box'],
    },
  ],
  synonyms: [
    { says: 'sofa finds couch, after sofa', query: 'sofa', ranked: ['Sofa', 'Couch'] },
    { says: 'hoover finds vacuum cleaner', query: 'hoover', ranked: ['Vacuum cleaner'], not: ['Window cleaner'] },
    { says: 'fridge finds refrigerator', query: 'fridge', ranked: ['Refrigerator'] },
  ],
  'other languages': [
    { says: 'German accents', query: 'kuhlschrank', ranked: ['Kühlschrank'] },
    { says: 'German plural', query: 'laufschuh', ranked: ['Laufschuhe'] },
    { says: 'German words apart', query: 'kaffee maschine', ranked: ['Kaffeemaschine', 'Kaffee'] },
    { says: 'German words together', query: 'kaffeemaschine', ranked: ['Kaffee Maschine'] },
    {
      says: 'German words joined with an s',
      query: 'arbeitshose',
      ranked: ['Arbeit Hose blau'],
    },
    {
      says: 'a German word at the end of a longer one',
      query: 'laufschuhe',
      ranked: ['Laufschuhe', 'Damenlaufschuhe'],
      not: ['Damen Hose'],
    },
    { says: 'French accents and plural', query: 'ecran telephones', ranked: ['Écran de téléphone', 'Téléphone'] },
    { says: 'French plural in -x', query: 'chapeaux', ranked: ['Chapeau'] },
    { says: 'French plural in -aux', query: 'animaux', ranked: ['Animal en peluche'] },
    { says: 'Spanish plural in -ces', query: 'luces', ranked: ['Luz de noche'] },
    { says: 'Spanish singular in -z', query: 'lápiz', ranked: ['Lápices de colores'] },
    { says: 'Spanish plural', query: 'pantalon', ranked: ['Pantalones vaqueros'] },
    { says: 'Spanish accents', query: 'pantalón', ranked: ['Pantalon vaquero'] },
    { says: 'sin, sans and ohne', query: 'leche sin lactosa', ranked: ['Leche sin lactosa', 'Leche con lactosa'] },
  ],
  'stock and duplicates': [
    {
      says: 'out of stock below its equal in stock',
      query: 'kettle',
      ranked: [{ name: 'Kettle one' }, { name: 'Kettle two', in_stock: false }],
    },
    {
      says: 'a duplicate ranks behind everything else, the cheapest first',
      query: 'kettle',
      ranked: [
        { name: 'Kettle', barcode: '4006381333931', final_amount: 100, currency: 'EUR' },
        { name: 'Kettle that pours and pours' },
        { name: 'Kettle', barcode: '4006381333931', final_amount: 200, currency: 'EUR' },
      ],
    },
    {
      says: 'a duplicate with an unknown price ranks behind one with a price',
      query: 'kettle',
      ranked: [
        { name: 'Kettle', barcode: '4006381333931', final_amount: 100, currency: 'EUR' },
        { name: 'Kettle that pours and pours' },
        { name: 'Kettle', barcode: '4006381333931', currency: 'EUR' },
      ],
    },
    {
      says: 'without a barcode, duplicates share name, brand and colour',
      query: 'cup',
      ranked: [
        { name: 'Cup', brand: 'A', color: 'red', final_amount: 1, currency: 'EUR' },
        { name: 'Cup with a saucer', brand: 'A', color: 'red' },
        { name: 'CUP', brand: 'a', color: 'Red', final_amount: 2, currency: 'EUR' },
      ],
    },
  ],
};

const nameOf = (product: Fields | string) => (typeof product === 'string' ? product : JSON.stringify(product));

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    for (const { says, query, ranked, not = [] } of cases) {
      test(says, () => {
        // In both orders of arrival, so that ties cannot decide.
        for (const products of [
          [...ranked, ...not],
          [...not, ...ranked.toReversed()],
        ]) {
          const { product_nos, explanations } = search(products, query);
          const found = [...product_nos].map((no) => nameOf(products[no - 1]!));
          assert.deepEqual(found, ranked.map(nameOf), JSON.stringify(explanations, null, 1));
        }
      });
    }
  });
}

test('an exact name ranks first, even if hundreds of products have higher BM25F scores', () => {
  const others = Array.from({ length: 600 }, (_, i) => ({
    name: `Copper kettle ${i}`,
    category: 'Copper kettles',
    brand: 'Copper Kettle',
  }));
  const { product_nos, explanations } = search([...others, { name: 'Copper kettle', brand: 'Plain' }], 'copper kettle');
  assert.equal(product_nos[0], 601);
  assert.equal(explanations![0]!.contributions!.exact_name, 2);
});
