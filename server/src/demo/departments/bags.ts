// Bags: backpacks, handbags, luggage and wallets.
import { type Department, type Kind, list } from '../department.ts';

const hikingPacks: Kind = {
  category: 'Backpacks > Hiking Backpacks',
  numbering: 'none',
  count: 75,
  price: [45, 290],
  brands: list('Osprey, Deuter, Gregory, Patagonia, The North Face, Fjellgard, Tarn & Tor'),
  genders: ['unisex', 'women', 'men', 'unisex', 'kids'],
  colors: list('Black, Forest Green, Blue, Grey/Orange, Red, Olive, Teal, Rust, Navy'),
  materials: list('recycled nylon, ripstop nylon, polyester, waxed canvas'),
  pricedBy: 'litres',
  specs: { litres: list('12, 18, 22, 28, 34, 40, 50, 65'), kg: list('0.6, 0.9, 1.1, 1.4, 1.9') },
  names: [
    '{brand} {model} {litres} Hiking Backpack, {color}',
    '{brand} {Gender} {model} {litres} l Trekking Rucksack - {color}',
    '{model} {label} Backpack by {brand}, {litres} L',
  ],
  opens: [
    'A {litres} litre pack of {kg} kg for {the hills|hut tours|long days out}.',
    'The {model} sits close, {breathes well|carries more than it admits} and does not swing.',
    '{brand} shapes the {model} for {gender} with {short|long|tired} backs.',
  ],
  features: [
    'Waterproof: Welded seams and a roll top keep a downpour out.',
    'ventilated back: A tensioned mesh keeps the pack off a sweaty back.',
    'rain cover: A rain cover is folded into the base.',
    'hydration: A sleeve takes a drinking bladder of three litres.',
    'hip belt: The padded hip belt has a pocket on either side.',
    'adjustable back: The back length adjusts without tools.',
    'Lightweight: At {kg} kg it is the lightest thing in it.',
    'pole holder: Poles stow without taking the pack off.',
  ],
  uses: [
    'For {mountain huts|long-distance paths|city trips with weather}.',
    'Hangs well on tall and on short people.',
    'For two litres of water and all the layers.',
  ],
  notes: [
    'Made without PFAS.',
    'Not machine washable.',
    'Without leather or other animal parts.',
    'Repaired free of charge.',
  ],
  tags: list('backpack, hiking, outdoor, trekking, rucksack'),
};

const cityPacks: Kind = {
  ...hikingPacks,
  category: 'Backpacks > Laptop & School Backpacks',
  count: 80,
  price: [28, 190],
  brands: list('Eastpak, Herschel, Nike, Adidas, Osprey, Fjällräven, Kestrel & Co, Commuter Club, Puddlejumper'),
  genders: ['unisex', 'unisex', 'kids', 'women'],
  colors: list('Black, Navy, Grey, Olive, Pink, Burgundy, Mustard, Black/White, Sage, Sky Blue'),
  materials: list('recycled polyester, canvas, leather, waxed cotton, vegan leather, nylon'),
  pricedBy: 'litres',
  specs: { litres: list('14, 18, 20, 24, 26'), inch: list('13, 14, 15.6, 16') },
  names: [
    '{brand} {model} Backpack, {color}',
    '{brand} {model} {label} Laptop Backpack {inch}" - {color}',
    '{model} {Material} Rucksack by {brand}, {litres} L',
    '{brand} {model} School Bag {litres} l, {color}',
  ],
  opens: [
    'A {tint} backpack of {material} for {school|the office|the train}, with {litres} litres of room.',
    'The {model} holds a {inch} inch laptop, {lunch|a jumper|gym shoes} and an umbrella.',
    '{brand} keeps the {model} plain outside and clever inside.',
  ],
  features: [
    'laptop sleeve: A padded sleeve takes laptops up to {inch} inches.',
    'Water-Repellent: Rain runs off the coated fabric.',
    'anti-theft: The main zip lies against your back.',
    'luggage strap: A strap slips over a trolley handle.',
    'bottle pocket: Two side pockets for bottle and umbrella.',
    'Roll-Top: The roll top grows with the shopping.',
    'ergonomic: Wide, soft straps spare growing shoulders.',
  ],
  uses: [
    'For {students|cyclists|people who carry everything}.',
    'Stands up by itself.',
    'Fits under an aeroplane seat.',
  ],
  notes: [
    'Not fully waterproof.',
    'Wipe clean with a damp cloth.',
    'No plastic in the packaging.',
    'Laptop not included.',
  ],
  tags: list('backpack, laptop, school, commute, everyday'),
};

const handbags: Kind = {
  category: 'Handbags > Totes & Shoulder Bags',
  numbering: 'none',
  count: 80,
  price: [30, 360],
  brands: list('Longchamp, Fossil, Marlow, Ruel, Isola, Tamaris, Hargreave, Saddlewright'),
  genders: ['women', 'women', 'unisex'],
  colors: list('Black, Cognac, Tan, Burgundy, Navy, Cream, Sage, Red, Dark Brown, Pink'),
  materials: list('leather, suede, canvas, vegan leather, full-grain leather, raffia, patent leather'),
  specs: { piece: list('Tote Bag, Crossbody Bag, Shoulder Bag, Shopper, Bucket Bag, Clutch') },
  names: [
    '{brand} {model} {piece}, {Material}, {color}',
    '{piece} {model} by {brand} in {color}',
    '{brand} {model} {label} {Material} {piece} - {color}',
  ],
  opens: [
    '{piece} in {tint} {material} for {work|market days|evenings out}.',
    'The {model} is cut from few pieces and {closes with a click|opens wide|softens over the years}.',
    '{brand} finishes the {model} with painted edges and stitches you can count.',
  ],
  features: [
    'Handmade: Made from start to finish by one person.',
    'adjustable strap: The strap adjusts from shoulder to crossbody.',
    'zip pocket: An inner zip pocket guards keys and phone.',
    'magnetic clasp: A magnet closes it, quietly.',
    'lined: Lined in striped cotton, so nothing gets lost in the dark.',
  ],
  uses: ['For {every day|the office|holidays}.', 'With jeans or a black dress.', 'A present for yourself.'],
  notes: ['Without visible logo.', 'Keep out of strong sun.', 'A dust bag is included.', 'Not made for heavy rain.'],
  tags: list('handbag, accessories, everyday, elegant, gift'),
};

const luggage: Kind = {
  category: 'Luggage > Suitcases',
  numbering: 'none',
  count: 45,
  price: [55, 480],
  brands: list('Samsonite, Rimowa, Eastpak, Delsey, Osprey, Commuter Club, Hargreave'),
  colors: list('Black, Silver, Navy, Red, Mint, Graphite, Yellow, Rose Gold'),
  materials: list('polycarbonate, aluminium, recycled polyester'),
  pricedBy: 'litres',
  specs: { litres: list('33, 38, 44, 65'), piece: list('Cabin Suitcase, Trolley Case, Spinner Suitcase') },
  names: [
    '{brand} {model} {piece}, {litres} l, {color}',
    '{piece} {model} by {brand} - {color}',
    '{brand} {model} {label} {piece} ({Material})',
  ],
  opens: [
    '{piece} of {material} holding {litres} litres: {three days|a week|a family’s beach things}.',
    'The {model} rolls {straight|quietly|over cobbles} and fits the overhead locker of most airlines.',
    '{brand} tests the {model} by dropping it, full, several thousand times.',
  ],
  features: [
    'Lightweight: So light that the scales at the airport look twice.',
    'TSA lock: The built-in lock opens for customs and for you.',
    'four wheels: Four double wheels turn on the spot.',
    'Expandable: A zip adds four centimetres for the way back.',
    'compression straps: Straps inside press shirts flat and safe.',
    'laundry bag: A bag for laundry is included.',
  ],
  uses: ['For {business trips|weekends|a year abroad}.', 'Stands by itself.', 'Easy to spot on the belt.'],
  notes: [
    'Ten years of guarantee, without small print.',
    'Not accepted as cabin bag by every airline.',
    'Without PVC.',
  ],
  tags: list('luggage, travel, suitcase, cabin'),
};

const weekenders: Kind = {
  ...luggage,
  category: 'Luggage > Weekenders & Duffels',
  count: 35,
  price: [40, 320],
  brands: list('Eastpak, Herschel, Patagonia, Nike, Hargreave, Saddlewright, Commuter Club'),
  colors: list('Black, Navy, Olive, Tan, Dark Brown, Grey, Mustard, Burgundy'),
  materials: list('canvas, waxed cotton, full-grain leather, recycled polyester, vegan leather'),
  specs: { litres: list('30, 38, 45, 60'), piece: list('Weekender, Travel Duffel, Holdall, Gym Bag') },
  opens: [
    '{piece} in {tint} {material} holding {litres} litres.',
    'The {model} is packed in five minutes, for {two nights|a wedding|the gym and after}.',
    '{brand} gives the {model} short handles, a long strap and a flat bottom.',
  ],
  features: [
    'shoe compartment: Shoes go into a compartment of their own.',
    'Water-Repellent: Rain beads off and rolls away.',
    'shoulder strap: The shoulder strap is padded and comes off.',
    'Foldable: Folds flat under the bed.',
    'wide opening: Opens wide, so the charger is found at once.',
    'trolley sleeve: Slides over the handle of a suitcase.',
  ],
  uses: [
    'For {two nights away|the gym|visits to parents}.',
    'Fits the overhead locker.',
    'Looks better with scratches.',
  ],
  tags: list('travel, weekender, duffel, gym'),
};

const wallets: Kind = {
  category: 'Accessories > Wallets & Card Holders',
  numbering: 'none',
  count: 50,
  price: [18, 130],
  brands: list('Fossil, Secrid, Saddlewright, Hargreave, Marlow, Kestrel & Co'),
  genders: ['men', 'women', 'unisex'],
  colors: list('Black, Brown, Cognac, Navy, Burgundy, Forest Green, Tan'),
  materials: list('leather, full-grain leather, vegan leather, cork'),
  specs: { piece: list('Wallet, Card Holder, Purse'), cards: list('4, 6, 8, 12') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{Material} {piece} {model} by {brand}',
    '{brand} {Gender} {label} {piece} {model} - {color}',
  ],
  opens: [
    '{piece} in {tint} {material} for {cards} cards and folded notes.',
    'The {model} is slim enough for {a front pocket|tight jeans|a summer dress}.',
    '{brand} stitches the {model} with waxed thread that outlasts the fashion.',
  ],
  features: [
    'RFID: A metal layer keeps card readers out.',
    'Slim: As thin as the cards allow.',
    'coin pocket: With a coin pocket that closes.',
    'hand-stitched: Stitched by hand with two needles.',
    'gift box: Comes in a box, ready to give.',
    'window: A window for the card you always show.',
  ],
  uses: [
    'For {travellers|minimalists|fathers who say they need nothing}.',
    'Can be embossed with initials.',
    'Fits shirt pockets.',
  ],
  notes: ['Made without plastic.', 'No magnets near your cards.', 'Cards shown are not included.'],
  tags: list('wallet, gift, accessories, slim'),
};

export const bags: Department = {
  name: 'Bags',
  tiers: { Rimowa: 1.9, Longchamp: 1.4, Eastpak: 0.8, Puddlejumper: 0.6, 'Commuter Club': 0.9, Saddlewright: 1.2 },
  lines:
    list(`Alcove, Bivouac, Caravan, Dispatch, Errand, Ferry, Gangway, Hatch, Itinerary, Jaunt, Knapp, Layover, Mainline, Nomad Way,
    Outbound, Pilgrim, Quest, Roam, Satchel Row, Terminal, Utility, Valise, Waypoint, Yonder, Attaché, Baggage Claim, Carryall, Depot,
    Excursion, Foray, Getaway, Hitch, Interrail, Junction, Kitbag, Ledger, Meander, Nightbus, Odyssey, Platform Two, Ramble`),
  kinds: [hikingPacks, cityPacks, handbags, luggage, weekenders, wallets],
};
