// What the invented shoppers search for and say.
import type { Criterion } from '@finderfee/contract/criterion.ts';

interface Query {
  text: string;
  /** How often it is searched for. */
  weight: number;
  /** Share of its results pages that lead to a click. */
  appeal: number;
}

// weight | share of clicks | queries
const TABLE = `
30|0.55|running shoes, hiking boots, wireless earbuds, coffee beans
20|0.50|rain jacket, backpack, smartwatch, desk lamp, board games, perfume
12|0.50|espresso machine, trail running shoes, over-ear headphones, yoga mat, carry-on suitcase, leather wallet
12|0.45|kids sneakers, winter boots, portable speaker, cordless drill, sleeping bag, face cream, science fiction books
7|0.45|waterproof hiking boots, black ankle boots, noise cancelling headphones, white sneakers, floor lamp, chef knife
7|0.40|tent for 2 people, turntable, mechanical keyboard, dress watch, green tea, plush bear, bike helmet, soundbar
5|0.40|women's running shoes, men's jeans, wool sweater, frying pan, puzzle 1000 pieces, lipstick, sun cream spf 50
5|0.35|cookbook, travel guide italy, tool box, pruning shears, scented candle, basketball, ski goggles, hand cream
3|0.35|runing shoes, hedphones, suitcse, cofee grinder
9|0.04|gift for dad, gift, black friday, something for the garden
6|0.06|shoes, jacket, bag, watch
6|0|airfryer, playstation, pyjamas, drone
4|0|lawnmower, hammock, necklace, kindle
2|0|kayak, projector, guitar, trampoline, nappies, freezer
`;

export const QUERIES: readonly Query[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [weight, appeal, texts] = line.split('|');
    return texts!.split(', ').map((text) => ({ text, weight: Number(weight), appeal: Number(appeal) }));
  });

/** Narrow a search. */
export const FILTERS: readonly Criterion[][] = [
  [{ field: 'final_price', operator: '<=', value: 100 }],
  [{ field: 'final_price', operator: '<=', value: 50 }],
  [{ field: 'on_sale', operator: '=', value: true }],
  [{ field: 'in_stock', operator: '=', value: true }],
  [{ field: 'currency', operator: '=', value: 'EUR' }],
];

/** Messages of one conversation with the assistant each. */
export const CHATS: readonly string[][] = [
  ['black running shoes under $100', 'something like the second one', 'cheaper'],
  ['I need waterproof hiking boots', 'for women', 'under 150'],
  ['a gift for a coffee lover', 'coffee grinder', 'show more'],
  ['wireless headphones', 'which of them is the cheapest?', 'over-ear only'],
  ['red dress', 'size M', 'not from Everymart'],
  ['board game for kids', 'under $30'],
  ['backpack for a laptop', 'in grey'],
  ['do you have an airfryer?', 'then a frying pan'],
  ['smartwatch under 200 euros', 'not black'],
  ['desk lamp', 'cheaper', 'show more'],
  ['perfume for women', 'on sale'],
  ['tent and sleeping bag', 'only tents'],
];
