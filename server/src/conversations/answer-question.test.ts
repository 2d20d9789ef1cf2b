import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '../product/product.ts';
import type { StoredProduct } from '../store/catalogue-store.ts';
import { answerQuestion, compareProducts, type Question, type QuestionTopic } from './answer-question.ts';

const stored = (product: Partial<Product>): StoredProduct => ({
  product_no: 1,
  product: { id: 'p1', name: 'Tonari Jubilee T47', currency: 'USD', ...product },
  merchant: { id: 1, name: 'Soundhaus', logo_url: '' },
});
const on = (topic: QuestionTopic): Question => ({ topic, words: [] });
const about = (words: string): Question => ({ topic: null, words: words.split(' ') });
const SILENT = "the shop's text does not say.";

const CASES: [question: Question, product: Partial<Product>, answer: string][] = [
  [on('price'), { final_amount: 499_900, regular_amount: 600_000 }, '$49.99 (was $60) at Soundhaus.'],
  [on('price'), { final_amount: 600_000, regular_amount: 600_000 }, '$60 at Soundhaus.'],
  [on('price'), {}, 'no price is known.'],
  [on('discount'), { final_amount: 450_000, regular_amount: 600_000 }, '25% off, $45 (was $60) at Soundhaus.'],
  [on('discount'), { final_amount: 600_000 }, 'no discount is known.'],
  [on('shop'), {}, 'sold by Soundhaus.'],
  [on('brand'), { brand: 'Tonari' }, 'the brand is Tonari.'],
  [on('brand'), {}, SILENT],
  [on('stock'), { in_stock: true }, 'in stock.'],
  [on('stock'), { in_stock: false }, 'out of stock.'],
  [on('stock'), {}, SILENT],
  [on('delivery'), { ship_amount: 0 }, 'shipping is free.'],
  [on('delivery'), { ship_amount: 49_900 }, 'shipping costs $4.99.'],
  [
    on('delivery'),
    { description: 'Ships within 3 working days.' },
    'the shop\'s text says "Ships within 3 working days."',
  ],
  [on('delivery'), { description: 'Packed in a padded box.' }, SILENT],
  [on('color'), { color: 'Black/White' }, 'the colour is Black/White.'],
  [on('color'), { description: 'An elegant color makes it a good present.' }, SILENT],
  [on('material'), { material: 'oak' }, 'the material is oak.'],
  [
    on('material'),
    { description: '100% satisfaction. The shirt is made of preshrunk cotton.' },
    'the shop\'s text says "The shirt is made of preshrunk cotton."',
  ],
  [on('size'), { size: 'S, M, L' }, 'the size is S, M, L.'],
  [
    on('length'),
    { size: 'M', description: 'Each one is 6 inches long.' },
    'the shop\'s text says "Each one is 6 inches long."',
  ],
  [on('length'), { size: '28 cm' }, 'the size is 28 cm.'],
  [
    on('height'),
    { description: 'Dimensions: 30 x 20 x 10 cm' },
    'the shop\'s text says "Dimensions: 30 x 20 x 10 cm".',
  ],
  [on('weight'), { description: 'Carries loads of 20 kg. Weighs 900 g.' }, 'the shop\'s text says "Weighs 900 g."'],
  [on('weight'), { description: 'Weight capacity 300 lbs.' }, SILENT],
  [about('waterproof'), { description: 'Light. Waterproof to 50 m.' }, 'the shop\'s text says "Waterproof to 50 m."'],
  [
    about('waterproof'),
    { description: 'Keep dry: not waterproof.' },
    'the shop\'s text says "Keep dry: not waterproof."',
  ],
  [
    about('waterproof'),
    { description: 'Water-resistant to IPX4.' },
    'the shop\'s text says "Water-resistant to IPX4."',
  ],
  [about('waterproof'), { tags: ['GPS', 'IPX7'] }, 'the shop\'s text says "IPX7".'],
  [about('waterproof'), { description: 'For every weather.' }, SILENT],
  [about('water resistant'), { description: 'Keeps water cold.' }, SILENT],
  [about('batteries'), { description: 'A rechargeable lamp.' }, 'the shop\'s text says "A rechargeable lamp."'],
  [about('bluetooth'), { tags: ['Wi-Fi', 'Bluetooth 5.1'] }, 'the shop\'s text says "Bluetooth 5.1".'],
  [about('leather'), { material: 'vegan leather' }, 'the material is vegan leather.'],
  [
    about('need batteries'),
    { description: 'Battery life of a month. Requires two AA batteries. Batteries are not included.' },
    'the shop\'s text says "Requires two AA batteries." and "Batteries are not included."',
  ],
  [
    about('tested animals'),
    { description: 'Tested by experts. Never tested on animals.' },
    'the shop\'s text says "Never tested on animals."',
  ],
  [about('tested animals'), { description: 'Tested by experts. Animals love it.' }, SILENT],
  [
    about('dishwasher safe'),
    { description: 'Not for the dishwasher.' },
    'the shop\'s text says "Not for the dishwasher."',
  ],
  [about('dishwasher safe'), { description: 'Safe for children.' }, SILENT],
];

for (const [question, product, answer] of CASES) {
  const asked = question.topic ?? question.words.join(' ');
  test(`${asked} of ${JSON.stringify(product)}: ${answer}`, () => {
    assert.equal(answerQuestion(question, stored(product), 2), `Number 2, Tonari Jubilee T47: ${answer}`);
  });
}

test('a long name is cut on a word boundary', () => {
  const name = `Tonari Jubilee T47 ${'wireless headphones '.repeat(5)}`.trim();
  const answer = answerQuestion(on('stock'), stored({ name, in_stock: true }), 1);
  assert.equal(answer, 'Number 1, Tonari Jubilee T47 wireless headphones wireless …: in stock.');
});

const COMPARISONS: [question: Question, products: Partial<Product>[], answer: string][] = [
  [on('weight'), [{ size: '1.2 kg' }, { size: '900 g' }], 'Number 1: the size is 1.2 kg. Number 2: the size is 900 g.'],
  [
    on('weight'),
    [{ description: 'Weighs 1.2 kg.' }, { description: 'Very light.' }],
    'Number 1: the shop\'s text says "Weighs 1.2 kg." Number 2: the shop\'s text does not say.',
  ],
  [
    { topic: null, words: [] },
    [{ final_amount: 400_000, brand: 'Tonari', color: 'black' }, { size: 'M' }],
    'Number 1: $40 at Soundhaus, Tonari, black. Number 2: no price is known, M.',
  ],
  [on('weight'), [{}, {}], "Number 1: the shop's text does not say. Number 2: the shop's text does not say."],
  [
    on('price'),
    [{ final_amount: 400_000 }, { final_amount: 550_000 }],
    'Number 1: $40 at Soundhaus. Number 2: $55 at Soundhaus. Number 1 costs less.',
  ],
  [
    on('price'),
    [{ final_amount: 400_000 }, { final_amount: 350_000, currency: 'EUR' }],
    'Number 1: $40 at Soundhaus. Number 2: €35 at Soundhaus. The currencies differ, so I cannot compare the amounts.',
  ],
  [
    on('price'),
    [{ final_amount: 400_000 }, { final_amount: 400_000 }],
    'Number 1: $40 at Soundhaus. Number 2: $40 at Soundhaus.',
  ],
  [
    about('waterproof'),
    [{ description: 'Waterproof.' }, { description: 'Not waterproof.' }],
    'Number 1: the shop\'s text says "Waterproof." Number 2: the shop\'s text says "Not waterproof."',
  ],
];

for (const [question, products, answer] of COMPARISONS) {
  test(`${question.topic ?? question.words.join(' ')} compared: ${answer}`, () => {
    const places = products.map((product, i) => ({ stored: stored(product), place: i + 1 }));
    assert.equal(compareProducts(question, places), answer);
  });
}
