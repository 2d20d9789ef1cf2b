// Shoes: running shoes, sneakers, boots, sandals, dress shoes and slippers.
import { type Department, type Kind, list } from '../department.ts';

const SPORT_COLORS = list(
  'Black, White, Black/White, Navy/Orange, Grey/Lime, Coral/White, Royal Blue, Red/Black, Mint/White, Sand, Purple/Pink',
);
const EVERYDAY_COLORS = list('White, Black, White/Green, Navy, Beige, Burgundy, Sage, Grey, White/Red, Sky Blue, Pink');
const LEATHER_COLORS = list('Black, Brown, Tan, Cognac, Dark Brown, Burgundy, Navy');

const roadRunning: Kind = {
  category: 'Running Shoes > Road Running Shoes',
  count: 120,
  price: [75, 190],
  brands: list('Nike, Adidas, Asics, Brooks, New Balance, Puma, Saucony, Hoka, Mizuno, On, Altavia, Fleetfoot'),
  genders: ['women', 'men', 'women', 'men', 'kids'],
  sizes: 'shoes',
  colors: SPORT_COLORS,
  materials: list('engineered mesh, recycled polyester, knit'),
  specs: { drop: list('4, 6, 8, 10'), grams: list('198, 215, 236, 248, 262, 279, 291') },
  names: [
    '{brand} {model} Running Shoes, {Gender}, {color}, {size}',
    '{brand} {Gender} {model} {label} Road Running Shoe - {color}',
    '{model} Running Trainers by {brand} ({Gender}, {size})',
    '{brand} {model} {Gender} Running Shoes {color}',
  ],
  opens: [
    'The {model} is a cushioned daily trainer for {easy miles|long runs|recovery days} on the road.',
    '{brand} built the {model} for {gender} who run {three times a week|before work|further every month}.',
    'Light at {grams} g and quick off the toe, the {model} is made for {tempo days|race day|intervals}.',
    'A {dependable|forgiving|springy} road shoe in {tint}, with an upper of {material}.',
  ],
  features: [
    'Lightweight: At {grams} g a shoe, it disappears on the foot after the first mile.',
    'Cushioned: {Thick|Soft|Lively} foam under the heel takes the sting out of asphalt.',
    'Stability: A firmer guide rail steadies feet that roll inwards (overpronation).',
    'Wide Fit: The last is a full width roomier across the toes.',
    'breathable: The upper is open enough to feel the wind, even in July.',
    'carbon plate: A curved carbon plate tips you forward with every stride.',
    'reflective: Reflective tabs at heel and toe catch headlights from behind.',
    'low drop: The {drop} mm drop keeps the stride natural.',
    'rocker sole: A rocker sole rolls you from heel to toe and spares tired calves.',
  ],
  uses: [
    'Made for {5k to half marathon|the marathon|daily training} on pavement and park paths.',
    'A good first pair for new runners, and an easy second pair for old ones.',
    'Happy on the treadmill too.',
    'Works with custom orthotics, as the insole lifts out.',
  ],
  notes: [
    'Not made for muddy trails.',
    'Wash by hand, dry away from the radiator.',
    'No animal products are used.',
    'Comes up half a size small.',
    'Not waterproof.',
  ],
  tags: list('running, jogging, road running, training, marathon'),
};

const trailRunning: Kind = {
  ...roadRunning,
  category: 'Running Shoes > Trail Running Shoes',
  count: 70,
  price: [85, 180],
  brands: list('Salomon, Hoka, Brooks, Asics, Merrell, Saucony, New Balance, Fjellgard, Altavia'),
  genders: ['women', 'men', 'unisex'],
  colors: list('Black/Yellow, Grey/Orange, Forest Green, Teal/Black, Olive, Blue/Red, Black, Rust'),
  materials: list('ripstop mesh, recycled polyester, nylon'),
  specs: { lugs: list('3.5, 4, 4.5, 5, 6'), drop: list('4, 6, 8') },
  names: [
    '{brand} {model} Trail Running Shoes, {Gender}, {color}, {size}',
    '{brand} {Gender} {model} {label} Trail Shoe - {color}',
    '{model} {label} Trail Runners by {brand} ({Gender}, {size})',
  ],
  opens: [
    'The {model} grips {wet rock|loose gravel|forest mud} and still runs smoothly on the road to the trailhead.',
    'A {nimble|protective|surefooted} trail shoe for {gender} who like their runs uphill.',
    'Roots, scree and stream crossings: {brand} tested the {model} on all of them.',
  ],
  features: [
    'Waterproof: A sealed membrane keeps feet dry in wet grass and slush.',
    'grippy: Lugs of {lugs} mm bite into soft ground and shed mud quickly.',
    'rock plate: A flexible plate under the forefoot blunts sharp stones.',
    'quick lace: The one-pull lace tucks away into a pocket on the tongue.',
    'toe guard: A rubber bumper guards the toes against roots.',
    'gaiter ready: A small hook at the toe takes a gaiter against grit.',
    'Wide Fit: A foot-shaped toe box lets toes spread on the descent.',
    'low drop: Its {drop} mm drop keeps you close to the ground.',
  ],
  uses: [
    'For {mountain races|fell running|forest loops} and fast hikes.',
    'Long enough in the cushioning for an ultra.',
    'Equally at home on a muddy dog walk.',
  ],
  notes: [
    'Not the best choice for long road runs.',
    'Rinse off mud and dry without direct heat.',
    'Made without PFAS.',
    'No break-in needed.',
  ],
  tags: list('trail running, running, mountain, off-road, hiking'),
};

const sneakers: Kind = {
  category: 'Sneakers > Low-Top Sneakers',
  count: 120,
  price: [45, 140],
  brands: list(
    'Nike, Adidas, Puma, New Balance, Reebok, Vans, Converse, Fila, Diadora, Veja, Kestrel & Co, Marlow, Oddpair',
  ),
  genders: ['women', 'men', 'unisex', 'kids'],
  sizes: 'shoes',
  colors: EVERYDAY_COLORS,
  materials: list('leather, suede, canvas, vegan leather, recycled polyester, leather'),
  names: [
    '{brand} {model} Sneakers, {Gender}, {color}, {size}',
    '{brand} {model} {Material} Sneaker {color} - {Gender}',
    '{Gender} {model} Low-Top Trainers by {brand}',
    '{brand} {model} {label} Trainers {color} {size}',
  ],
  opens: [
    'A {clean|retro|low-key} everyday sneaker in {tint} {material}.',
    'The {model} takes a {seventies tennis|nineties basketball|classic court} shoe and makes it fit for the office.',
    '{brand} keeps the {model} simple: a {material} upper, a rubber cupsole, nothing else.',
  ],
  features: [
    'Platform: A four-centimetre platform sole adds height without the weight.',
    'cupsole: The stitched cupsole can be resoled and does not peel.',
    'memory foam: A memory foam insole moulds to the foot within a day.',
    'Slip-On: Elastic gussets instead of laces: on and off in a second.',
    'padded collar: The collar is padded, so it does not rub on bare ankles.',
    'gum sole: A gum rubber sole grips gym floors and leaves no marks.',
    'perforated: Small perforations let air in where it is needed.',
    'terry lining: A terry lining makes socks optional.',
  ],
  uses: [
    'Goes with jeans, shorts and {a summer dress|chinos|a suit on Fridays}.',
    'For {school|the city|travel days} and long afternoons on your feet.',
    'A pair to wear with everything.',
  ],
  notes: [
    'Wipe clean with a damp cloth; not for the washing machine.',
    'Half sizes: please take the next size down.',
    'Glued without solvents.',
    'The box is made without plastic.',
  ],
  tags: list('sneakers, trainers, casual, streetwear, everyday'),
};

const highTops: Kind = {
  ...sneakers,
  category: 'Sneakers > High-Top Sneakers',
  count: 50,
  price: [55, 160],
  brands: list('Nike, Converse, Vans, Adidas, Reebok, Puma, Kestrel & Co, Oddpair'),
  colors: list('Black, White, Black/White, Red, Navy/White, Burgundy, Black/Red, Olive'),
  names: [
    '{brand} {model} High-Top Sneakers {color}, {Gender}, {size}',
    '{brand} {model} Hi {Material} Basketball Shoes - {color}',
    '{Gender} {brand} {model} High Tops, {color}',
  ],
  opens: [
    'A high-top in {tint} {material} that holds the ankle without pinching it.',
    'The {model} began on the {basketball court|skate ramp} and never quite left the street.',
    '{brand} laces the {model} high, pads it well and keeps the sole flat.',
  ],
  features: [
    'ankle support: A padded collar holds the ankle in quick turns.',
    'vulcanised: The vulcanised sole is flat and close to the board.',
    'side zip: A hidden zip spares you the long lacing.',
    'gum sole: A gum rubber sole grips gym floors and leaves no marks.',
    'toe cap: A rubber toe cap takes the scuffs.',
    'memory foam: A memory foam insole moulds to the foot within a day.',
  ],
  tags: list('sneakers, high-top, basketball, skate, streetwear'),
};

const hikingBoots: Kind = {
  category: 'Boots > Hiking Boots',
  count: 75,
  price: [95, 280],
  brands: list('Merrell, Salomon, Timberland, Keen, Columbia, Lowa, Fjellgard, Tarn & Tor, The North Face'),
  genders: ['women', 'men', 'men', 'kids'],
  sizes: 'shoes',
  colors: list('Brown, Dark Brown, Black, Grey/Orange, Olive, Tan, Charcoal, Brown/Blue'),
  materials: list('nubuck leather, full-grain leather, suede, nylon, vegan leather'),
  specs: { height: list('mid, high') },
  names: [
    '{brand} {model} {label} Hiking Boots, {Gender}, {color}, {size}',
    '{brand} {Gender} {model} Mid Walking Boot - {color}',
    '{model} {Material} Hiking Boots by {brand}, {size}',
  ],
  opens: [
    'A {sturdy|light|classic} hiking boot of {material} with a {height} cut.',
    'The {model} carries you and {a full pack|a day pack|a tired child} over {rocky|boggy|snowy} ground.',
    '{brand} makes the {model} for {gender} who walk in any weather.',
  ],
  features: [
    'Waterproof: A breathable membrane keeps rain out and lets sweat escape.',
    'Insulated: 200 g of insulation keep toes warm down to -15 °C.',
    'ankle support: A padded, {height} shaft supports the ankle on uneven ground.',
    'lug sole: Deep lugs and a heel brake hold on steep descents.',
    'Wide Fit: Also fits broad feet and thick socks.',
    'resoleable: The sole can be replaced when the tread is gone.',
    'toe cap: A rubber cap protects the toes from rocks.',
    'speed hooks: Speed hooks make lacing quick, even with cold fingers.',
  ],
  uses: [
    'For {hut-to-hut tours|weekend hikes|long days in the hills}.',
    'Stiff enough for scree, soft enough for the walk to the bus.',
    'A boot for three seasons.',
  ],
  notes: [
    'Not suitable for crampons.',
    'Brush off mud and wax before winter.',
    'Needs a few short walks to break in.',
    'Tanned without chrome where it touches the foot.',
  ],
  tags: list('hiking, walking, outdoor, boots, trekking'),
};

const ankleBoots: Kind = {
  category: 'Boots > Ankle Boots',
  numbering: 'none',
  count: 60,
  price: [70, 240],
  brands: list('Clarks, Dr. Martens, Timberland, Ecco, Marlow, Hargreave, Tamaris, Kestrel & Co'),
  genders: ['women', 'women', 'men'],
  sizes: 'shoes',
  colors: LEATHER_COLORS,
  materials: list('leather, suede, full-grain leather, vegan leather, patent leather'),
  specs: { cut: list('Chelsea Boots, Ankle Boots') },
  names: [
    '{brand} {model} {cut}, {Gender}, {color}, {size}',
    '{Gender} {Material} {cut} {model} by {brand} - {color}',
    '{brand} {model} {Material} {cut} {color}',
  ],
  opens: [
    '{cut} in {tint} {material}, cut close and finished by hand.',
    'The {model} goes from {September to April|the office to dinner|rain to carpet} without a change of shoes.',
    'With the {model}, {brand} shows how little a {good|beautiful|lasting} shoe needs.',
  ],
  features: [
    'elastic side: Elastic side panels let the foot slip in without laces.',
    'block heel: A block heel of five centimetres stays comfortable all day.',
    'Lined: A warm fleece lining makes it a boot for frosty mornings.',
    'Goodyear welt: The welted sole is stitched, not glued, and can be replaced.',
    'side zip: A zip on the inside opens wide.',
    'pull tab: A woven tab at the heel helps to pull it on.',
    'non-slip: The rubber sole is cut to hold on wet pavement.',
  ],
  uses: [
    'Wear them with {jeans|a midi skirt|a wool suit}.',
    'A smart pair for {work|weddings|city weekends}.',
    'Equally good under wide trousers.',
  ],
  notes: [
    'Not made for deep snow.',
    'Keep their shape with shoe trees.',
    'True to size.',
    'Without metal parts, so airports are easy.',
  ],
  tags: list('boots, ankle boots, autumn, smart, classic'),
};

const winterBoots: Kind = {
  ...hikingBoots,
  category: 'Boots > Winter & Rain Boots',
  numbering: 'none',
  count: 40,
  price: [40, 190],
  brands: list('Columbia, Sorel, Hunter, Keen, Fjellgard, Tarn & Tor'),
  genders: ['women', 'men', 'kids', 'kids'],
  colors: list('Black, Navy, Yellow, Red, Olive, Pink, Grey'),
  materials: list('natural rubber, nylon, recycled rubber'),
  specs: { low: list('-10, -20, -25, -32'), boot: list('Snow Boots, Winter Boots, Rain Boots') },
  names: [
    '{brand} {model} {boot}, {Gender}, {color}, {size}',
    '{brand} {Gender} {boot} {model} - {color}',
    '{model} {label} {boot} by {brand}',
  ],
  opens: [
    '{boot} in {tint} for {school runs in the slush|walking the dog|days when the street is a river}.',
    'Puddles welcome: the {model} has a seamless foot of rubber.',
    'The {model} keeps feet warm and dry where trainers give up.',
  ],
  features: [
    'Waterproof: The foot is moulded in one piece, with no seam to leak.',
    'Warm: A removable felt liner keeps toes warm to {low} °C.',
    'reflective: Reflective strips make dark mornings safer.',
    'easy on: Wide handles let small children pull them on alone.',
    'ice grip: The soft rubber compound grips on ice and packed snow.',
    'drawcord: A drawcord at the top keeps the snow out.',
  ],
  uses: [
    'For {the playground|the allotment|muddy fields} from November to March.',
    'Roomy enough for two pairs of socks.',
    'Hose them down and leave them by the door.',
  ],
  notes: ['Not lined with real fur.', 'Do not dry on the radiator.', 'Sizes run large.', 'Contains no PVC.'],
  tags: list('winter, rain, snow, boots, wellies'),
};

const sandals: Kind = {
  category: 'Sandals > Walking & Summer Sandals',
  numbering: 'none',
  count: 65,
  price: [25, 130],
  brands: list('Birkenstock, Teva, Keen, Ecco, Havaianas, Marlow, Isola, Tamaris, Fleetfoot'),
  genders: ['women', 'women', 'men', 'unisex', 'kids'],
  sizes: 'shoes',
  colors: list('Black, Tan, Brown, White, Gold, Navy, Olive, Coral, Turquoise, Silver'),
  materials: list('leather, cork, vegan leather, recycled polyester, EVA, suede'),
  specs: { cut: list('Sandals, Walking Sandals, Strap Sandals') },
  names: [
    '{brand} {model} {cut}, {Gender}, {color}, {size}',
    '{Gender} {model} {cut} by {brand} in {color}',
    '{brand} {model} {Material} {cut} - {color}',
  ],
  opens: [
    '{cut} in {tint} for {the beach|hot pavements|the garden|a holiday with one pair of shoes}.',
    'The {model} has straps of {material} and a footbed that remembers you.',
    'Light, open and easy: {brand} designed the {model} for warm days.',
  ],
  features: [
    'Adjustable: Three straps adjust to narrow and broad feet.',
    'contoured: The contoured footbed supports the arch all day.',
    'quick dry: It dries within the hour after a swim.',
    'grippy: A siped outsole holds on wet boat decks.',
    'soft footbed: An extra layer of latex makes the footbed softer.',
    'closed toe: A closed toe keeps stones and stubbed toes out.',
  ],
  uses: [
    'For {river walks|city breaks|the pool and back}.',
    'Comfortable enough for a day of sightseeing.',
    'Wear with or without socks, we will not tell.',
  ],
  notes: [
    'Not for the dishwasher or the hot car.',
    'Without latex.',
    'Keep dry when not at the sea.',
    'Sizes run large.',
  ],
  tags: list('sandals, summer, beach, holiday, comfort'),
};

const dressShoes: Kind = {
  ...ankleBoots,
  category: 'Dress Shoes > Loafers & Lace-Ups',
  count: 50,
  price: [60, 320],
  brands: list('Clarks, Ecco, Hargreave, Marlow, Geox, Kestrel & Co'),
  genders: ['women', 'men', 'men'],
  materials: list('leather, patent leather, suede, full-grain leather, vegan leather'),
  specs: { cut: list('Loafers, Oxford Shoes, Derby Shoes, Brogues, Penny Loafers') },
  features: [
    'leather sole: The sole is leather, with a rubber inset at the heel.',
    'Goodyear welt: The welted sole is stitched, not glued, and can be replaced.',
    'Lightweight: Hidden under the smart upper is a sneaker sole.',
    'burnished: The toe is burnished by hand, so every pair differs a little.',
    'soft lining: Lined throughout in calfskin-soft microfibre.',
    'cushioned: A cushioned insole makes the walk home from the party possible.',
  ],
  tags: list('formal, office, wedding, smart, classic'),
};

export const shoes: Department = {
  name: 'Shoes',
  tiers: {
    Nike: 1.1,
    Hoka: 1.2,
    On: 1.25,
    Veja: 1.15,
    Lowa: 1.15,
    Havaianas: 0.5,
    Fleetfoot: 0.7,
    Oddpair: 0.8,
    Hargreave: 1.4,
  },
  lines:
    list(`Strider, Veloce, Kinship, Novara, Tempest, Arrowline, Halden, Pacer, Ridgeway, Solano, Brightwater, Courtline,
    Marais, Lumen, Cascara Loop, Overton, Skylark, Torrent, Wayfarer Court, Bolton, Cinder, Delmar, Everly, Fathom, Glide Path,
    Harrow, Indigo Run, Juniper, Kodiak, Larkspur, Mesa, Nightjar, Oakham, Portway, Quill, Rambler, Sable, Tidemark, Upland,
    Vesper, Windrow, Yarrow, Zephyr Road, Aster, Breck, Calder, Dunmore, Ember, Foxglove, Granite, Hollis, Isla, Jetty,
    Keswick, Linden, Moorland, Nettle Park, Orchard, Pinewood, Rowan, Stirling, Thistle, Umber, Valley, Wharf, Ashby, Birch`),
  kinds: [roadRunning, trailRunning, sneakers, highTops, hikingBoots, ankleBoots, winterBoots, sandals, dressShoes],
};
