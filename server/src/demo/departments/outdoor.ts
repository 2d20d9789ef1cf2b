// Sports & outdoor: camping, fitness, cycling, balls and winter.
import { type Department, type Kind, list } from '../department.ts';

const tents: Kind = {
  category: 'Camping > Tents',
  count: 50,
  price: [60, 620],
  brands: list('Vaude, MSR, Coleman, The North Face, Fjellgard, Tarn & Tor'),
  colors: list('Forest Green, Orange, Sand, Red, Blue, Grey, Olive'),
  materials: list('ripstop nylon, polyester, recycled polyester'),
  pricedBy: 'people',
  specs: { people: list('1, 2, 3, 4, 6'), column: list('3000, 4000, 5000') },
  names: [
    '{brand} {model} {people}-Person Tent, {color}',
    '{brand} {model} {label} Tent for {people} - {color}',
    '{model} {people}P Camping Tent by {brand}',
  ],
  opens: [
    'A {people}-person tent for weather that {changes its mind|comes sideways|was not forecast}.',
    'The {model} is up in {four|six|ten} minutes, {even in the dark|even after an argument}.',
    '{brand} sews the {model} from {material} and tests it on {a Scottish beach|a windy pass}.',
  ],
  features: [
    'Waterproof: A water column of {column} mm keeps storms out.',
    'Ultralight: Light enough to carry for a week.',
    'two doors: Two doors, so nobody climbs over anybody.',
    'Freestanding: Stands without pegs on rock and sand.',
    'big porch: The porch takes two packs and wet boots.',
    'blackout: A dark inner tent lets children sleep past sunrise.',
    'mosquito net: Fine netting keeps midges out.',
  ],
  uses: ['For {festivals|bike tours|family holidays}.', 'A tent for three seasons.', 'Packs to the size of a loaf.'],
  notes: ['Made without PFAS.', 'Dry before storing.', 'Groundsheet not included.', 'Not for heavy snow.'],
  tags: list('camping, tent, outdoor, trekking, festival'),
};

const sleeping: Kind = {
  ...tents,
  category: 'Camping > Sleeping Bags & Mats',
  count: 50,
  price: [30, 380],
  brands: list('Therm-a-Rest, Vaude, Deuter, Coleman, Fjellgard, Nordhavn'),
  specs: {
    piece: list('Sleeping Bag, Down Sleeping Bag, Sleeping Mat, Inflatable Mat'),
    low: list('10, 5, 0, -5, -12'),
    grams: list('480, 620, 850, 1100, 1400'),
  },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}, {grams} g',
    '{brand} {label} {piece} {model}',
  ],
  opens: [
    '{piece} of {grams} g for nights down to {low} °C.',
    'The {model} packs small and opens into {a bed|something like home|eight good hours}.',
    '{brand} makes the {model} from {material} that does not rustle.',
  ],
  features: [
    'Warm: Comfortable to {low} °C, tested on cold sleepers.',
    'Ultralight: At {grams} g it hardly counts.',
    'compact: Packs to the size of a water bottle.',
    'wide: Room for people who sleep on their side.',
    'stuff sack: A stuff sack and a storage bag are included.',
    'repair kit: With a repair kit that fits a pocket.',
  ],
  uses: [
    'For {bivouacs|huts|summer camps}.',
    'Also good for guests on the floor.',
    'For side, back and belly sleepers.',
  ],
  notes: ['Made without PFAS.', 'Air well after use.', 'Not machine washable.', 'No pump needed.'],
  tags: list('camping, sleeping, outdoor, trekking'),
};

const yoga: Kind = {
  category: 'Fitness > Yoga & Pilates',
  count: 55,
  price: [9, 120],
  brands: list('Manduka, Adidas, Nike, Lotus & Lime, Stillpoint'),
  colors: list('Sage, Lilac, Black, Teal, Pink, Navy, Terracotta, Grey'),
  materials: list('natural rubber, cork, TPE'),
  specs: {
    piece: list('Yoga Mat, Pilates Mat, Travel Yoga Mat'),
    mm: list('4, 5, 6, 8'),
  },
  numbering: 'none',
  names: [
    '{brand} {model} {piece}, {color}',
    '{Material} {piece} {model} by {brand}',
    '{brand} {model} {label} {piece} {mm} mm',
  ],
  opens: [
    '{piece} of {material} in {tint}, for {sun salutations|sore backs|ten quiet minutes}.',
    'The {model} grips {dry and damp hands|the floor} and smells of nothing.',
    '{brand} cuts the {model} a little {longer|wider|thicker} than most.',
  ],
  features: [
    'Non-Slip: Does not slip, even when you do.',
    'thick: {mm} mm thick, for knees that complain.',
    'easy clean: Wipes clean with vinegar and water.',
    'closed cell: Sweat stays on top and does not soak in.',
    'Eco: Made in a factory that runs on sun and wind.',
    'alignment marks: Fine lines help to line up hands and feet.',
  ],
  uses: ['For {studios|living rooms|travel}.', 'For beginners and teachers.', 'Also good for stretching after runs.'],
  notes: ['Without PVC or plasticisers.', 'Do not leave in the sun.', 'Not for shoes.'],
  tags: list('yoga, pilates, fitness, home workout'),
};

const weights: Kind = {
  ...yoga,
  category: 'Fitness > Weights & Training',
  count: 45,
  price: [10, 120],
  brands: list('Adidas, Nike, Reebok, Ironmother, Stillpoint'),
  colors: list('Black, Grey, Red, Blue, Purple, Silver'),
  materials: list('cast iron, neoprene, rubber, steel'),
  sizes: list('2 kg, 4 kg, 6 kg, 8 kg, 12 kg, 16 kg, 20 kg'),
  isPricedBySize: true,
  specs: { piece: list('Kettlebell, Dumbbell Pair, Dumbbell, Medicine Ball') },
  names: [
    '{brand} {model} {piece}, {size}',
    '{piece} {size} by {brand} - {model}',
    '{brand} {label} {piece} {model} {color}',
  ],
  opens: [
    '{piece} of {material} for {mornings before work|a corner of the bedroom|serious plans}.',
    'The {model} weighs what it says: {size}.',
    '{brand} coats the {model}, so that floors and fingers survive.',
  ],
  features: [
    'Non-Slip: A rough grip that holds with wet hands.',
    'flat base: A flat base keeps it from rolling.',
    'quiet: Coated, so the neighbours below stay friends.',
    'training plan: A plan for eight weeks is included.',
    'colour coded: Colour-coded by weight.',
  ],
  uses: [
    'For {beginners|living rooms|small gyms}.',
    'Twenty minutes, three times a week.',
    'A quiet reproach in the corner.',
  ],
  notes: ['Latex-free.', 'Not for throwing.', 'No assembly needed.', 'Without plasticisers.'],
  tags: list('strength, gym, fitness, home workout'),
};

const cycling: Kind = {
  category: 'Cycling > Helmets',
  count: 65,
  price: [14, 210],
  brands: list('Giro, Uvex, Abus, Shimano, Busch & Moor, Spoke & Tell'),
  numbering: 'edition',
  genders: ['unisex', 'unisex', 'kids', 'women'],
  colors: list('Black, White, Red, Navy, Yellow, Mint, Black/Yellow, Grey, Pink'),
  materials: list('polycarbonate, EPS foam, recycled plastic'),
  sizes: list('S, M, L, 52-56 cm, 56-61 cm'),
  specs: {
    piece: list('Bike Helmet, Road Cycling Helmet, City Helmet, Mountain Bike Helmet'),
    grams: list('230, 260, 290, 340, 410'),
  },
  names: [
    '{brand} {model} {piece}, {color}, {size}',
    '{Gender} {piece} {model} by {brand} - {color}',
    '{brand} {model} {label} {piece} {size}',
  ],
  opens: [
    '{piece} of {grams} g in {tint}, for {the school run|long climbs|the daily commute}.',
    'The {model} sits low at the back and {airy on top|stays put|fits ponytails}.',
    '{brand} moulds the {model} in one piece, shell and foam together.',
  ],
  features: [
    'MIPS: A sliding layer lessens twisting forces in a fall.',
    'rear light: A rechargeable light sits in the back.',
    'ventilated: {Twelve|Sixteen|Twenty-two} vents keep the head cool.',
    'dial fit: One dial adjusts the fit, even with gloves.',
    'magnetic buckle: The buckle closes with one hand.',
    'Lightweight: At {grams} g you forget it, until you need it.',
    'insect net: A net keeps wasps out.',
  ],
  uses: ['For {commuters|gravel|children who grow}.', 'Also for scooters and skates.', 'Pads come out for washing.'],
  notes: ['Replace after a fall.', 'Not for motorcycles.', 'Certified to EN 1078.', 'No tools needed.'],
  tags: list('cycling, bike, helmet, safety, commute'),
};

const balls: Kind = {
  category: 'Team Sports > Footballs',
  count: 35,
  price: [9, 130],
  brands: list('Adidas, Nike, Puma, Select, Kickabout'),
  numbering: 'edition',
  colors: list('White/Black, Orange, White, Yellow, Blue/White, Red/White, Pink, Green'),
  materials: list('synthetic leather, rubber, leather, TPU'),
  sizes: list('Size 3, Size 4, Size 5'),
  specs: { piece: list('Football, Training Football, Match Football, Soccer Ball') },
  names: [
    '{brand} {model} {piece}, {size}, {color}',
    '{piece} {model} by {brand}',
    '{brand} {label} {piece} {model} - {size}',
  ],
  opens: [
    '{piece} in {tint} with a cover of {material}, for {parks|school yards|league games}.',
    'The {model} flies {true|straight|fast} and keeps its air for weeks.',
    '{brand} glues and stitches the {model} from {12|20|32} panels.',
  ],
  features: [
    'Indoor: Made for halls: less bounce, more control.',
    'all-weather: Takes up no water on wet grass.',
    'soft touch: A layer of foam makes it kind to feet and hands.',
    'Match Ball: Meets the weight and size of official matches.',
    'durable: Survives asphalt.',
    'glow: Easy to see at dusk.',
  ],
  uses: [
    'For {clubs|break time|beach evenings}.',
    'For beginners and for team training.',
    'The one everybody borrows.',
  ],
  notes: ['Delivered without air; pump not included.', 'Sewn without child labour.', 'Not for concrete, but it copes.'],
  tags: list('football, soccer, ball, team sport, training'),
};

const basketballs: Kind = {
  ...balls,
  category: 'Team Sports > Basketballs',
  count: 30,
  brands: list('Wilson, Spalding, Molten, Nike, Kickabout'),
  colors: list('Orange, Brown, Orange/Black, Purple/Yellow, Red/White, Black'),
  sizes: list('Size 5, Size 6, Size 7'),
  specs: { piece: list('Basketball, Street Basketball, Training Basketball') },
  features: [
    'grippy: A pebbled cover grips with dry and damp hands.',
    'soft touch: A layer of foam makes it kind to hands.',
    'Indoor: Made for wooden floors.',
    'durable: Survives asphalt.',
    'Official: Meets the weight and size of official matches.',
    'deep channels: Deep channels guide the fingers.',
  ],
  tags: list('basketball, ball, team sport, streetball'),
};

const winter: Kind = {
  category: 'Winter Sports > Ski Goggles',
  count: 40,
  price: [18, 220],
  brands: list('Uvex, Oakley, Reusch, Fjellgard, Giro, Moncliff'),
  genders: ['unisex', 'women', 'men', 'kids'],
  colors: list('Black, White, Blue, Red, Black/Gold, Mint, Pink/White, Orange'),
  materials: list('polycarbonate, TPU, recycled plastic'),
  specs: { piece: list('Ski Goggles, Snowboard Goggles'), light: list('S1, S2, S3') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{Gender} {piece} {model} by {brand}',
    '{brand} {model} {label} {piece} - {color}',
  ],
  opens: [
    '{piece} in {tint}, filter {light}, for {fresh snow|flat light|bright March days}.',
    'The {model} sees the bump {before you do|in fog|at speed}.',
    '{brand} shapes the {model} for {gender}, with room for glasses.',
  ],
  features: [
    'anti-fog: A double lens and an anti-fog coating keep the view clear.',
    'Magnetic: The lens changes by magnet, with gloves on.',
    'UV400: Blocks ultraviolet light completely.',
    'helmet compatible: Fits every helmet we tried.',
    'Photochromic: Darkens in the sun and clears in the shade.',
    'soft foam: Three layers of foam seal without pressure.',
  ],
  uses: [
    'For {pistes|powder|sledging}.',
    'A pouch for lens and wallet is included.',
    'For a week a year or all winter.',
  ],
  notes: ['Do not wipe the lens while wet.', 'Spare lens not included.', 'Nickel-free.'],
  tags: list('ski, snowboard, winter sports, snow'),
};

export const outdoor: Department = {
  name: 'Sports & Outdoor',
  tiers: {
    MSR: 1.4,
    Coleman: 0.6,
    'Therm-a-Rest': 1.2,
    Oakley: 1.4,
    Manduka: 1.3,
    Kickabout: 0.6,
    'Spoke & Tell': 0.8,
  },
  lines:
    list(`Aurora, Boulder, Cirrus, Dolomite, Escarp, Fell, Glacier, Highlander, Ibex, Jura, Karst, Lynx, Moraine, Névé, Outcrop,
    Peak, Ravine, Summit Day, Tundra, Vista, Weir, Alpenglow, Basecamp, Col, Drumlin, Eiger Road, Foehn, Gale, Headwind, Isobar,
    Jetty Creek, Kite Hill, Lagoon, Monsoon, Nordwand, Plateau, Rapids, Scree, Traverse, Updraft, Whiteout, Zephyr`),
  kinds: [tents, sleeping, yoga, weights, cycling, balls, basketballs, winter],
};
