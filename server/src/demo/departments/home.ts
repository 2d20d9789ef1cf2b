// Home: lamps of every kind, then textiles, candles and small furniture.
import { type Department, type Kind, list } from '../department.ts';

const deskLamps: Kind = {
  category: 'Lighting > Desk & Table Lamps',
  numbering: 'none',
  count: 80,
  price: [18, 240],
  brands: list('Philips, Anglepoise, Ikea, Lumenhaus, Fjord & Flint, Glowmere, Petit Jour'),
  colors: list('Black, White, Brass, Sage, Red, Mustard, Chrome, Terracotta, Navy'),
  materials: list('steel, brass, ceramic, oak, glass, aluminium, paper'),
  specs: { lumens: list('250, 400, 470, 600, 806'), piece: list('Desk Lamp, Table Lamp, Bedside Lamp, Reading Lamp') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{model} {label} {piece} by {brand} - {color}',
    '{piece} {model} in {Material}, {color}',
    '{brand} {model} LED {piece}, {lumens} lm',
  ],
  opens: [
    '{piece} of {material} in {tint}, giving {lumens} lumens of {warm|soft|clear} light.',
    'The {model} lights {homework|a bedside novel|the sewing machine} and leaves the rest of the room alone.',
    '{brand} drew the {model} with {a single curve|three joints|one line}.',
  ],
  features: [
    'Dimmable: Dims from candle to daylight with one turn.',
    'Cordless: Runs for {8|12|20} hours on its own battery.',
    'touch: Touch the base to switch it on.',
    'flexible arm: The arm stays wherever you leave it.',
    'usb port: A USB port in the foot charges the phone.',
    'warm white: Warm white light that flatters faces and food.',
    'flicker-free: Flicker-free, for long evenings of reading.',
    'timer: Switches itself off after an hour.',
  ],
  uses: ['For {desks|bedside tables|reading corners}.', 'Bright enough for fine work.', 'Pretty even when it is off.'],
  notes: [
    'Bulb included.',
    'Bulb not included (E14).',
    'For indoor use only.',
    'No tools needed.',
    'Wipe with a dry cloth.',
  ],
  tags: list('lamp, lighting, led, desk, bedroom'),
};

const floorLamps: Kind = {
  ...deskLamps,
  category: 'Lighting > Floor Lamps',
  count: 40,
  price: [45, 480],
  brands: list('Philips, Ikea, Lumenhaus, Fjord & Flint, Glowmere, Petit Jour, Muuto & Sol'),
  specs: { cm: list('135, 150, 165, 180'), piece: list('Floor Lamp, Reading Floor Lamp, Arc Floor Lamp') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}, {Material}',
    '{brand} {model} {label} {piece} {color}',
  ],
  opens: [
    '{piece} with a shade of {material} that throws {a warm pool|soft stripes|an even glow}.',
    'The {model} changes a room {at dusk|without a painter|more than a new sofa would}.',
    '{brand} makes the {model} in {tint}, {cm} cm tall.',
  ],
  features: [
    'Dimmable: Works with any wall dimmer.',
    'Smart: Talks to the usual smart home hubs.',
    'foot switch: A foot switch spares the bending.',
    'two lights: One light for the ceiling, one for the book.',
    'swivel head: The head turns to wherever the book is.',
    'heavy base: The heavy base keeps it upright among cats.',
  ],
  uses: [
    'For {living rooms|stairwells|reading chairs}.',
    'Lights a corner that had given up.',
    'For high and low ceilings.',
  ],
  tags: list('lamp, lighting, living room, interior'),
};

const pendants: Kind = {
  ...floorLamps,
  category: 'Lighting > Pendant Lamps',
  count: 40,
  price: [30, 390],
  materials: list('paper, glass, rattan, brass, steel, linen'),
  specs: { cm: list('22, 28, 35, 45, 60'), piece: list('Pendant Light, Hanging Lamp, Pendant Lamp') },
  opens: [
    '{piece} of {material}, {cm} cm across, that throws {a warm pool|soft stripes|an even glow}.',
    'The {model} hangs over the table and {gathers people|flatters soup|is never in the way}.',
    '{brand} makes the {model} in {tint}, {by hand|to order|in four sizes}.',
  ],
  features: [
    'Dimmable: Works with any wall dimmer.',
    'Smart: Talks to the usual smart home hubs.',
    'textile cable: Hung on a long textile cable that can be shortened.',
    'large shade: The shade spreads light over a table for six.',
    'Handmade: Folded, blown or turned by hand.',
    'quick install: One hook and one clamp, and it hangs.',
  ],
  uses: [
    'For {kitchens|stairwells|over the dining table}.',
    'For high and low ceilings.',
    'Lovely in a group of three.',
  ],
};

const cushions: Kind = {
  category: 'Textiles > Cushions & Throws',
  count: 65,
  price: [12, 110],
  brands: list('Ikea, Nordhavn Home, Petit Jour, Fjord & Flint, Weaver & Wren, Aran & Daughters'),
  colors: list('Cream, Grey, Terracotta, Sage, Navy/White, Mustard, Pink, Forest Green, Rust, Charcoal, Lilac'),
  materials: list('linen, cotton, velvet, merino wool, recycled polyester, corduroy, alpaca wool'),
  specs: { piece: list('Cushion, Throw Blanket, Bedspread, Floor Cushion') },
  numbering: 'none',
  names: [
    '{brand} {model} {piece}, {color}',
    '{Material} {piece} {model} by {brand}',
    '{piece} {model} {color} ({Material})',
  ],
  opens: [
    '{piece} in {tint} {material} for {the sofa|the end of the bed|the reading chair}.',
    'The {model} is {soft|nubbly|smooth} to the hand and {hard to leave|lovely to look at|quick to wash}.',
    '{brand} weaves the {model} on {old|narrow|slow} looms in {Portugal|Lithuania|Wales}.',
  ],
  features: [
    'Handwoven: Woven by hand, so the edges are not quite straight.',
    'reversible: Two sides, two patterns.',
    'fringe: Finished with a short fringe.',
    'heavy: Heavy enough to feel like company.',
    'Washable: Washable at 40 °C, again and again.',
  ],
  uses: ['For {naps|film nights|guests}.', 'Warms a bare room.', 'Mixes well with others of the series.'],
  notes: ['Contains no feathers.', 'Dyed without heavy metals.', 'Air it rather than wash it.'],
  tags: list('home textiles, sofa, cosy, decoration'),
};

const bedding: Kind = {
  ...cushions,
  category: 'Textiles > Bedding',
  count: 60,
  price: [15, 190],
  brands: list('Ikea, Nordhavn Home, Weaver & Wren, Plainfolk, Cloudhouse'),
  materials: list('cotton percale, linen, organic cotton, bamboo viscose, flannel'),
  sizes: list('135 x 200 cm, 155 x 220 cm, 200 x 200 cm, Single, Double, King'),
  specs: { piece: list('Duvet Cover Set, Bed Sheet, Bedding Set'), thread: list('200, 300, 400') },
  names: [
    '{brand} {model} {piece}, {color}, {size}',
    '{Material} {piece} {model} {size}',
    '{brand} {label} {piece} {model} - {color}',
  ],
  opens: [
    '{piece} in {tint} {material}: {crisp|soft|cool} on the first night and better after washing.',
    'The {model} is woven with {thread} threads to the inch and finished without chemicals.',
    '{brand} sews the {model} for {restless|late|cold} sleepers.',
  ],
  features: [
    'breathable: Keeps cool in August and warm in January.',
    'quick dry: Dries overnight on a rack.',
    'Extra Soft: Brushed until it feels like an old favourite.',
    'Stone-Washed: Stone-washed, so ironing would be a pity.',
    'Hypoallergenic: Suitable for people with allergies.',
    'embroidered: A thin embroidered line runs along the edge.',
  ],
  uses: [
    'For {guest rooms|master bedrooms|student flats}.',
    'A wedding present that is used daily.',
    'Softens with every wash.',
  ],
  notes: ['No ironing needed.', 'Wash at 60 °C.', 'Made without formaldehyde.', 'Does not contain feathers or down.'],
  tags: list('bedding, bedroom, home textiles, sleep'),
};

const candles: Kind = {
  category: 'Decoration > Candles',
  count: 55,
  price: [9, 70],
  brands: list('Rituals, Petit Jour, Wick & Weather, Clayfield, Fjord & Flint'),
  colors: list('White, Cream, Amber, Sage, Black, Terracotta, Pink, Blue'),
  materials: list('soy wax, rapeseed wax, coconut wax'),
  specs: {
    scent: list('fig leaf, cedar and smoke, sea salt, orange blossom, wild mint, old books, vanilla and oak'),
    hours: list('25, 40, 45, 60'),
  },
  numbering: 'none',
  names: [
    '{brand} {model} Scented Candle, {color}',
    '{model} Candle by {brand}, {hours} h',
    '{brand} {label} Candle {model} in {color}',
  ],
  opens: [
    'A candle that smells of {scent}, in a {tint} vessel you will keep.',
    'The {model} burns for {hours} hours and fills a room {gently|without shouting|by and by}.',
    '{brand} pours the {model} by hand, {twelve|twenty|forty} at a time.',
  ],
  features: [
    'Vegan: Made from plant wax, with no animal products.',
    'cotton wick: The cotton wick burns evenly and without soot.',
    'gift box: Packed in a box too pretty to wrap.',
    'refillable: The vessel comes back to us for a refill.',
    'three wicks: Three wicks melt the whole surface.',
    'long burning: Burns for {hours} hours if you trim the wick.',
  ],
  uses: ['For {baths|dinners|rainy Sundays}.', 'A present for a new flat.', 'The empty vessel makes a small vase.'],
  notes: ['Paraffin-free.', 'Never leave a burning candle alone.', 'No synthetic dyes.', 'Keep away from draughts.'],
  tags: list('candle, scented, decoration, gift, home fragrance'),
};

const furniture: Kind = {
  category: 'Furniture > Tables & Shelves',
  numbering: 'none',
  count: 35,
  price: [40, 620],
  brands: list('Ikea, Muuto & Sol, Fjord & Flint, Holzwerk, Nordhavn Home'),
  colors: list('Oak, Walnut, Black, White, Sage, Grey, Cognac, Rust'),
  materials: list('oak, walnut wood, steel, birch plywood, bamboo'),
  specs: { piece: list('Side Table, Bookshelf, Desk, Coffee Table, Bedside Table'), cm: list('45, 60, 75, 90, 120') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand} - {Material}',
    '{brand} {model} {label} {piece} {color}',
  ],
  opens: [
    '{piece} in {material}, {cm} cm wide, for rooms {of any size|with more books than space|under a roof}.',
    'The {model} is {quiet|friendly|stubbornly simple} furniture that {ages well|moves house with you}.',
    '{brand} builds the {model} from {material} and very few screws.',
  ],
  features: [
    'joined: Joined with pegs, so it can be taken apart and moved.',
    'easy assembly: Assembled in ten minutes, with the key in the box.',
    'Slim: Shallow enough for a corridor.',
    'hidden drawer: A hidden drawer swallows cables and letters.',
    'rounded corners: Rounded corners are kind to shins and children.',
    'felt feet: Felt feet spare the floor.',
  ],
  uses: ['For {small flats|the home office|the hall}.', 'Carries up to 120 kg.', 'Looks good from behind, too.'],
  notes: [
    'Delivered flat; no tools needed.',
    'Not for outdoor use.',
    'Finished with oil, without varnish.',
    'From forests that are replanted.',
  ],
  tags: list('furniture, living room, interior, wood'),
};

const chairs: Kind = {
  ...furniture,
  category: 'Furniture > Chairs & Stools',
  count: 35,
  colors: list('Black, White, Sage, Grey, Cognac, Rust, Navy, Cream'),
  materials: list('leather, bouclé, velvet, oak, wool felt, vegan leather'),
  specs: {
    piece: list('Armchair, Dining Chair, Bar Stool, Office Chair, Lounge Chair'),
    cm: list('45, 48, 52, 60, 72'),
  },
  opens: [
    '{piece} in {tint} {material}, {cm} cm wide.',
    'The {model} is {quiet|friendly|stubbornly simple} furniture that {ages well|moves house with you}.',
    'Sit down in the {model} by {brand} and cancel {the meeting|the evening|nothing}.',
  ],
  features: [
    'Padded: Padded generously, but not so that you sink.',
    'felt feet: Felt feet spare the floor.',
    'armrests: Armrests at the height where elbows want them.',
    'Ergonomic: The back follows the spine and gives a little.',
    'easy assembly: Four screws and it stands.',
    'wipe clean: Spills wipe off with a damp cloth.',
  ],
  tags: list('furniture, chair, seating, interior'),
};

export const home: Department = {
  name: 'Home',
  tiers: { Ikea: 0.6, 'Muuto & Sol': 1.5, Anglepoise: 1.5, Lumenhaus: 1.2, Glowmere: 0.8 },
  lines:
    list(`Almond, Bramble, Candela, Dusk, Eventide, Fjell, Glimmer, Halo, Islet, Journal, Kustaa, Luna, Meridian, Nook, Otto,
    Pebble, Quartz, Ripple, Solstice, Tandem, Ursa, Vega, Wisp, Aalto Bay, Bento, Cove, Dune, Elin, Flora, Gustav, Hygge, Ingrid,
    Juno, Karin, Lykke, Moss, Nora, Olga, Pilar, Runa, Sven, Tove, Ulla, Viggo, Wilma, Ylva, Arne, Birk, Clara, Didrik, Edda`),
  kinds: [deskLamps, floorLamps, pendants, cushions, bedding, candles, furniture, chairs],
};
