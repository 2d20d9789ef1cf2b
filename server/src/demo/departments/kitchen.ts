// Kitchen: coffee and tea, and the machines, pots and knives around them.
import { type Department, type Kind, list } from '../department.ts';

const beans: Kind = {
  category: 'Coffee & Tea > Coffee Beans',
  count: 70,
  price: [8, 24],
  brands: list('Lavazza, Illy, Segafredo, Third Crow, Harbour Roast, Kaffeewerk Nord, Finca Alma'),
  titles: [
    '{word} {farm}',
    '{word} {roast} Roast',
    '{word} Espresso Blend',
    '{origin} {farm}',
    'Decaf {word}',
    '{word} Filter',
  ],
  sizes: list('250 g, 500 g, 1 kg'),
  isPricedBySize: true,
  specs: {
    word: list(
      'Dawn Chorus, Night Shift, Slow Sunday, First Light, Copper Kettle, Old Harbour, Nine Bells, Paper Boat, Red Roof',
    ),
    farm: list('Reserve, Estate, Highland, Lot 7, Washed, Natural, Peaberry'),
    origin: list('Ethiopia, Colombia, Guatemala, Brazil, Kenya, Sumatra, Peru'),
    roast: list('Light, Medium, Dark'),
    notes: list(
      'cocoa and hazelnut, orange and honey, blackcurrant, caramel and plum, jasmine and peach, dark chocolate',
    ),
  },
  names: [
    '{brand} {model} Coffee Beans, {size}',
    '{model} - Whole Bean Coffee by {brand} ({size})',
    '{brand} Coffee {model}, {label} Whole Beans, {size}',
  ],
  opens: [
    'Whole beans from {origin}, roasted {slowly|in small drums|twice a week}, tasting of {notes}.',
    'The {model} is {a round|an elegant|a wide-awake} coffee with notes of {notes}.',
    '{brand} buys these beans from growers in {origin} at a price above fair trade.',
  ],
  features: [
    'Organic: Grown organically, in the shade of taller trees.',
    'Fairtrade: Certified Fairtrade from bush to bag.',
    'low acid: Low in acid and kind to the stomach.',
    'fresh roast: Roasted to order; the date is on the bag.',
    'traceable: Every bag names the valley and the harvest.',
    'crema: Gives a thick, hazel crema.',
  ],
  uses: [
    'For {espresso|filter|French press|moka pot}.',
    'Good with milk, better without.',
    'Makes about thirty cups per 250 g.',
  ],
  notes: [
    'Not ground: you need a grinder.',
    'Gluten-free and without added flavours.',
    'The bag is made without aluminium.',
    'Keep dry and closed, not in the fridge.',
  ],
  tags: list('coffee, beans, espresso, arabica, breakfast'),
};

const tea: Kind = {
  ...beans,
  category: 'Coffee & Tea > Tea',
  count: 45,
  price: [4, 18],
  brands: list('Twinings, Teekanne, Third Crow, Leaf & Lantern, Mondgarten'),
  titles: ['{leaf} {word}', '{word} {leaf}', 'Organic {leaf} {word}'],
  sizes: list('75 g, 100 g, 250 g'),
  specs: {
    word: list('Morning Mist, Quiet Hour, Golden Leaf, Hillside, Garden Gate, Moonrise, Study, Winter Walk, Sea Fog'),
    leaf: list('Earl Grey, Darjeeling, Sencha, Rooibos, Peppermint, Assam, Chamomile, Jasmine Green, Oolong'),
    notes: list('bergamot, fresh grass, apple and honey, malt, citrus peel, wild flowers'),
  },
  names: ['{brand} {model} Tea, {size}', '{model} by {brand} ({size})', '{brand} {label} {model} Tea {size}'],
  opens: [
    '{leaf} tea with a note of {notes}.',
    'The {model} is {a bright|a gentle|a strong} cup for {four o’clock|the first hour|cold evenings}.',
    '{brand} packs this {leaf} where it grows.',
  ],
  features: [
    'Organic: Certified organic and tested for residues.',
    'plastic-free: The pouch is made of plant fibre, without plastic.',
    'loose leaf: Large leaves that can be brewed twice.',
    'hand picked: Two leaves and a bud, picked by hand.',
    'caddy: Comes in a tin that you will keep.',
    'vegan: Vegan, and made without flavourings.',
  ],
  uses: [
    'For {breakfast|the afternoon|late reading}.',
    'Good with {lemon|milk|ice}.',
    'Makes about {forty|fifty} cups per 100 g.',
  ],
  notes: [
    'No added sugar.',
    'Brew for three to five minutes.',
    'May contain traces of nuts.',
    'Keep away from the coffee.',
  ],
  tags: list('tea, hot drinks, gift, breakfast'),
};

const machines: Kind = {
  category: 'Coffee & Tea > Coffee Machines',
  count: 60,
  price: [35, 900],
  brands: list("De'Longhi, Bosch, Philips, Krups, Bialetti, Sage, Melitta, Brewright, Officina Luce"),
  numbering: 'code',
  colors: list('Black, Silver, Cream, Red, White, Copper, Mint'),
  materials: list('stainless steel, aluminium, plastic, brushed steel'),
  specs: {
    piece: list('Espresso Machine, Filter Coffee Machine, Bean-to-Cup Coffee Machine'),
    litres: list('0.6, 1, 1.2, 1.8'),
  },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}, {litres} l, {color}',
    '{brand} {model} {label} {piece} ({Material})',
  ],
  opens: [
    '{piece} in {tint}, for {two cups before work|a household of coffee people|the corner of a small kitchen}.',
    'The {model} makes mornings {shorter|quieter|smell better}.',
    '{brand} builds the {model} from {material}, with parts you can still buy in ten years.',
  ],
  features: [
    'quiet: Quiet enough not to wake the house.',
    'Compact: At 14 cm wide it fits beside the toaster.',
    'timer: Set the timer at night and wake to the smell.',
    'easy clean: Everything that gets dirty goes into the dishwasher.',
    'quick heat: Ready within {30|40|60} seconds.',
    'energy saving: It switches itself off and saves about a third of the power.',
    'Retro: The curves are from 1956, the inside is not.',
  ],
  uses: [
    'For {beginners|home baristas|offices of five}.',
    'Pairs well with freshly roasted beans.',
    'A wedding present that gets used.',
  ],
  notes: ['Without BPA.', 'Uses no capsules.', 'Descale every two months.', 'Coffee not included.'],
  tags: list('coffee, kitchen, appliance, barista, breakfast'),
};

const grinders: Kind = {
  ...machines,
  category: 'Coffee & Tea > Grinders & Hand Brewers',
  count: 45,
  price: [18, 220],
  brands: list("De'Longhi, Bodum, Bialetti, Melitta, Brewright, Kinto, Officina Luce"),
  materials: list('stainless steel, borosilicate glass, aluminium, ceramic'),
  specs: {
    piece: list('Coffee Grinder, French Press, Moka Pot, Pour-Over Set, Hand Coffee Grinder'),
    cups: list('2, 3, 4, 6, 8'),
  },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}, {cups} cups',
    '{brand} {model} {label} {piece} ({Material})',
  ],
  opens: [
    '{piece} of {material} for {cups} cups.',
    'The {model} slows the morning down to {the speed of water|one good cup|four minutes}.',
    '{brand} makes the {model} {for kitchens without sockets|with few parts and no secrets}.',
  ],
  features: [
    'Travel: Packs small enough for a tent or a desk drawer.',
    'easy clean: Comes apart in seconds and rinses clean.',
    'silent: Makes no noise worth mentioning.',
    'spare parts: Every part can be bought singly.',
    'solid: Heavy enough not to wander across the worktop.',
    'measuring spoon: With a measuring spoon and a short, honest manual.',
  ],
  notes: ['No electricity or batteries needed.', 'Without BPA.', 'Uses no paper filters.', 'Coffee not included.'],
};

const mugs: Kind = {
  category: 'Drinkware > Mugs & Cups',
  numbering: 'none',
  count: 55,
  price: [8, 48],
  brands: list('Kinto, Bodum, Villeroy & Boch, Clayfield, Emberware, Third Crow'),
  colors: list('White, Black, Sage, Terracotta, Navy, Cream, Mustard, Pink, Turquoise, Grey, Blue/White'),
  materials: list('stoneware, porcelain, borosilicate glass, enamel'),
  specs: { ml: list('200, 250, 300, 350, 400'), piece: list('Mug, Coffee Cup, Cappuccino Cup, Tea Cup') },
  names: [
    '{brand} {model} {piece}, {ml} ml, {color}',
    '{Material} {piece} {model} by {brand} - {color}',
    '{brand} {model} {label} {piece} {color}',
  ],
  opens: [
    '{piece} of {material} in {tint}, holding {ml} ml of {coffee|tea|whatever gets you through}.',
    'The {model} sits well in the hand and {survives the dishwasher|looks handmade, because it is}.',
    '{brand} calls it the {model}; you will call it mine.',
  ],
  features: [
    'wide handle: A handle with room for four fingers.',
    'Hand-Glazed: The glaze runs differently on every piece.',
    'Set of 2: Sold as a pair.',
    'stackable: Stacks neatly in a shallow cupboard.',
    'dishwasher safe: Dishwasher safe at any temperature.',
    'thick rim: A rounded rim that is pleasant to drink from.',
    'gift box: Packed in a gift box of grey board.',
  ],
  uses: [
    'For {the desk|the camp stove|slow breakfasts}.',
    'Fits under most espresso machines.',
    'A good small present.',
  ],
  notes: ['BPA-free.', 'Glazed without lead or cadmium.', 'Not for open flames.', 'Lid not included.'],
  tags: list('mug, coffee, tea, tableware, gift'),
};

const bottles: Kind = {
  ...mugs,
  category: 'Drinkware > Bottles & Travel Mugs',
  count: 45,
  price: [12, 52],
  brands: list('Stanley, Thermos, Hydro Flask, Kinto, Sigg, Emberware, Puddlejumper'),
  materials: list('stainless steel, stainless steel, aluminium'),
  specs: { ml: list('350, 500, 600, 750, 1000'), piece: list('Insulated Bottle, Travel Mug, Water Bottle') },
  opens: [
    '{piece} of {material} in {tint}, holding {ml} ml.',
    'The {model} goes {to school|up the mountain|to the office} and comes back without a dent.',
    '{brand} seals the {model} so well that it can lie on its side in the bag.',
  ],
  features: [
    'Leakproof: The lid does not leak, even upside down.',
    'insulated: Keeps drinks hot for 12 hours and cold for 24.',
    'one hand: Opens and closes with one hand.',
    'wide mouth: A wide mouth takes ice and a cleaning brush.',
    'carry loop: A loop hangs it on a finger or a rucksack.',
    'cup holder: Slim enough for the cup holder of a car.',
  ],
  uses: ['For {commutes|hikes|football practice}.', 'Replaces a hundred paper cups a year.', 'Engraved on request.'],
  notes: ['BPA-free.', 'Not for the microwave.', 'Not for fizzy drinks.', 'Hand wash the lid.'],
  tags: list('bottle, travel mug, reusable, coffee to go'),
};

const cookware: Kind = {
  category: 'Cookware > Pots & Pans',
  numbering: 'none',
  count: 75,
  price: [18, 170],
  brands: list('Le Creuset, Tefal, WMF, Lodge, Staub, Ironmother, Emberware, Brewright'),
  colors: list('Black, Red, Cream, Blue, Silver, Orange, Sage, Copper'),
  materials: list('cast iron, stainless steel, aluminium, carbon steel, enamelled cast iron, copper'),
  sizes: list('20 cm, 24 cm, 26 cm, 28 cm, 30 cm'),
  isPricedBySize: true,
  specs: { piece: list('Frying Pan, Casserole, Saucepan, Wok, Grill Pan, Stock Pot') },
  names: [
    '{brand} {model} {piece}, {size}, {color}',
    '{Material} {piece} {model} {size} by {brand}',
    '{brand} {model} {label} {piece} - {size}',
  ],
  opens: [
    '{piece} of {material} for {Sunday roasts|weeknight noodles|eggs that slide}.',
    'The {model} heats evenly and holds the heat {like a stove|until second helpings|well}.',
    '{brand} pours and finishes the {model} {by hand|in one foundry|in small series}.',
  ],
  features: [
    'Induction: Works on induction, gas, electric and in the oven.',
    'Non-Stick: A ceramic coating lets go of eggs and fish.',
    'oven safe: Oven safe to 250 °C, handle and all.',
    'stay-cool: The handles stay cool on the hob.',
    'pouring rim: A rim on both sides pours without drips.',
    'lid: Comes with a lid that closes tightly.',
    'heavy base: The heavy base does not warp.',
  ],
  uses: ['For {two|four|six} people and leftovers.', 'From hob to table.', 'For campers with a strong car.'],
  notes: [
    'Coated without PFAS or PTFE.',
    'Not for the dishwasher.',
    'Oil lightly after washing.',
    'Do not use metal tools.',
  ],
  tags: list('cooking, kitchen, pan, induction'),
};

const knives: Kind = {
  category: 'Knives & Tools > Kitchen Knives',
  numbering: 'none',
  count: 50,
  price: [12, 220],
  brands: list('Wüsthof, Zwilling, Victorinox, Opinel, Kurogane, Ironmother'),
  colors: list('Black, Walnut, Silver, Oak, Red'),
  materials: list('stainless steel, Damascus steel, carbon steel'),
  specs: {
    piece: list("Chef's Knife, Bread Knife, Paring Knife, Santoku Knife, Knife Set, Carving Knife"),
    hrc: list('56, 58, 60, 62'),
  },
  names: [
    '{brand} {model} {piece}, {color} Handle',
    '{piece} {model} by {brand}, {Material}',
    '{brand} {model} {label} {piece}',
  ],
  opens: [
    '{piece} with an edge of {hrc} HRC, ground {thin|on water stones|by people with old hands}.',
    'The {model} goes through {ripe tomatoes|squash|crusts} without an argument.',
    '{brand} forges the {model} from one piece and rivets the handle.',
  ],
  features: [
    'Forged: Forged, not stamped, with a full tang.',
    'balanced: The weight sits where the fingers hold it.',
    'easy to sharpen: Takes a new edge in minutes.',
    'sheath: A beech sheath is included.',
    'left-handed: Ground on both sides, so it suits left hands too.',
    'Serrated Tip: The first centimetre is serrated for skins and strings.',
  ],
  uses: [
    'For {home cooks|students moving out|people who cook daily}.',
    'A present for life.',
    'Good on vegetables, herbs and fish.',
  ],
  notes: [
    'Not for the dishwasher.',
    'Do not cut on glass or stone.',
    'Not sold to anyone under 18.',
    'Handle made without plastic.',
  ],
  tags: list('knife, kitchen, cooking, steel'),
};

const pantry: Kind = {
  category: 'Pantry > Snacks & Sweets',
  count: 55,
  price: [3, 12],
  brands: list('Lindt, Ritter Sport, Meadow & Mill, Leaf & Lantern, Nutbrook, Oat Cuisine'),
  titles: ['{taste} {thing}', '{word} {taste} {thing}', '{thing} with {taste}'],
  sizes: list('90 g, 150 g, 300 g, 480 g'),
  isPricedBySize: true,
  specs: {
    taste: list('Salted Caramel, Hazelnut, Sea Salt, Orange, Raspberry, Almond, Peanut Butter, Ginger, Mint'),
    thing: list('Dark Chocolate, Granola, Oat Bars, Cookies, Chocolate Bites'),
    word: list('Little Wild, Good Crumb, Honest, Sunday, Barefoot, Old Mill'),
  },
  names: ['{brand} {model}, {size}', '{model} by {brand} ({size})', '{brand} {label} {model} - {size}'],
  opens: [
    '{thing} with {taste:lower}, made {in small batches|by a family of bakers|slowly}.',
    '{model}: gone before {the film starts|the bus comes|anyone else has some}.',
    '{brand} makes the {model} from eight ingredients, all of which you can pronounce.',
  ],
  features: [
    'Gluten-Free: Gluten-free and baked in a kitchen without wheat.',
    'Vegan: Vegan, with no milk or eggs.',
    'Organic: All ingredients are certified organic.',
    'fairtrade: The cocoa and sugar are Fairtrade.',
    'high protein: With 12 g of protein per portion.',
    'crunchy: Baked until properly crunchy.',
  ],
  uses: ['For {lunch boxes|long drives|the desk drawer}.', 'Good with coffee.', 'A small thank-you.'],
  notes: [
    'No added sugar.',
    'Without palm oil.',
    'May contain traces of nuts.',
    'Keep cool and dry.',
    'No artificial flavours.',
  ],
  tags: list('snack, food, gift, sweets'),
};

export const kitchen: Department = {
  name: 'Kitchen',
  tiers: {
    'Le Creuset': 1.6,
    Staub: 1.4,
    Illy: 1.2,
    Sage: 1.5,
    'Officina Luce': 1.6,
    Tefal: 0.8,
    Opinel: 0.6,
    Kurogane: 1.4,
    Bodum: 0.8,
  },
  lines:
    list(`Acacia, Bellows, Cinnamon, Damson, Elderberry, Fennel, Gable, Hearth, Inglenook, Jasper, Kiln, Larder, Marble, Nutmeg,
    Olive Grove, Pantry, Quince, Rosehip, Saffron, Tamarind, Vanilla, Willow, Anise, Barley, Clove, Dill, Ember, Figtree,
    Gooseberry, Hazel, Kettlewell, Lovage, Mortar, Oven Day, Pepperwood, Rye, Sorrel, Thyme, Umami, Verbena, Woodsmoke, Basil`),
  kinds: [beans, tea, machines, grinders, mugs, bottles, cookware, knives, pantry],
};
