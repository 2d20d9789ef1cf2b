// Beauty: skin, hair, make-up, fragrance and grooming.
import { type Department, type Kind, list } from '../department.ts';

const skinCare: Kind = {
  category: 'Skin Care > Face Creams & Serums',
  count: 85,
  price: [8, 60],
  brands: list("Nivea, L'Oréal, The Ordinary, Weleda, Clinique, Dewpoint, Botanica Nord, Plain Jane"),
  titles: ['{bloom} {piece}', '{actor} {piece}', '{bloom} {actor} {piece}', '{actor} {strength} {piece}'],
  sizes: list('15 ml, 30 ml, 50 ml, 75 ml'),
  isPricedBySize: true,
  genders: ['women', 'unisex', 'unisex', 'men'],
  specs: {
    bloom: list(
      'Morning Dew, Wild Rose, Calm Water, Birch Sap, Moonmilk, Sea Buckthorn, Oat Blossom, Green Tea, Clear Sky',
    ),
    actor: list('Hyaluronic, Vitamin C, Retinol, Niacinamide, Peptide, Ceramide, Squalane, Azelaic'),
    strength: list('2%, 5%, 10%, Intense, Gentle'),
    piece: list('Serum, Day Cream, Night Cream, Moisturiser, Eye Cream, Face Oil'),
    skin: list('dry, oily, sensitive, tired, combination, mature'),
  },
  names: ['{brand} {model}, {size}', '{model} by {brand} for {skin} skin ({size})', '{brand} {label} {model} {size}'],
  opens: [
    'A {light|rich|silky} {piece:lower} for {skin} skin.',
    'The {model} sinks in quickly and leaves {a soft glow|no film|skin calm}.',
    '{brand} makes the {model} with few ingredients, in amounts that matter.',
  ],
  features: [
    'Fragrance-Free: Without perfume, for noses and skin that react to it.',
    'Vegan: Vegan and never tested on animals.',
    'hydrating: Keeps skin hydrated through a day in heated rooms.',
    'anti-ageing: Softens fine lines in about six weeks.',
    'brightening: Evens the tone and fades dark spots slowly.',
    'barrier care: Mends the skin barrier after wind and heating.',
    'Organic: Certified natural cosmetics, organic oils.',
    'non-comedogenic: Does not block pores.',
  ],
  uses: [
    'Use {morning and night|after cleansing|under make-up}.',
    'Two drops are enough.',
    'Layers well with other products.',
  ],
  notes: [
    'Without parabens, silicones or mineral oil.',
    'Alcohol-free.',
    'Not for use on broken skin.',
    'Glass bottle, no plastic.',
    'Patch test first.',
  ],
  tags: list('skincare, face, beauty, routine'),
};

const sunCare: Kind = {
  ...skinCare,
  category: 'Sun Care > Sun Cream',
  count: 35,
  price: [7, 26],
  brands: list('Nivea, Garnier, La Roche-Posay, Botanica Nord, Saltwater, Plain Jane'),
  titles: [
    '{bloom} Sun Cream {spf}',
    '{bloom} Sun Milk {spf}',
    '{bloom} Kids Sun Spray {spf}',
    '{bloom} Face Sun Fluid {spf}',
  ],
  sizes: list('50 ml, 100 ml, 200 ml'),
  isPricedBySize: true,
  genders: ['unisex'],
  specs: {
    bloom: list('Aloe Breeze, Lido, Summer Meadow, Lemon Grove, Dune, Sea Air, Long Noon, Parasol'),
    spf: list('SPF 20, SPF 30, SPF 50, SPF 50+'),
    skin: list('fair, sensitive, light, dark, freckled'),
  },
  opens: [
    'A {light|generous|quick} sun cream with {spf} for {skin} skin.',
    'The {model} smells faintly of {summer|nothing|the sea} and does not stick.',
    '{brand} fills the {model} into a bottle of recycled plastic.',
  ],
  features: [
    'Water-Resistant: Stays on through a swim; renew it after the towel.',
    'reef friendly: Without octinoxate, which harms reefs.',
    'Vegan: Vegan and never tested on animals.',
    'quick absorbing: Absorbs before you have found your shirt.',
    'no white film: Leaves no white film.',
    'broad spectrum: Protects from UVA and UVB light.',
  ],
  uses: [
    'For {the whole family|beach days|the ski lift}.',
    'Fits hand luggage.',
    'Apply generously, and again at noon.',
  ],
  notes: ['Without microplastics.', 'Fragrance-free.', 'Keep away from textiles.', 'Contains no nanoparticles.'],
  tags: list('sun cream, sunscreen, summer, beach'),
};

const bodyCare: Kind = {
  ...sunCare,
  category: 'Body Care > Lotions & Hand Creams',
  count: 35,
  price: [5, 24],
  brands: list('Nivea, Weleda, Neutrogena, Botanica Nord, Saltwater, Lather & Lock'),
  titles: ['{bloom} {piece}', '{bloom} & {second} {piece}'],
  sizes: list('50 ml, 75 ml, 200 ml, 400 ml'),
  isPricedBySize: true,
  genders: ['unisex', 'women'],
  specs: {
    bloom: list('Coconut, Almond Milk, Lavender, Fig, Shea, Wild Mint, Honey, Grapefruit, Calendula'),
    second: list('Oat, Vanilla, Sea Salt, Rose, Cedar'),
    piece: list('Body Lotion, Body Butter, Hand Cream, Shower Oil'),
    skin: list('dry, sensitive, rough, winter'),
  },
  opens: [
    'A {light|rich|quick} {piece:lower} with {bloom:lower} for {skin} skin.',
    'The {model} sinks in before {the kettle boils|the bus comes} and leaves no grease on the keys.',
    '{brand} makes the {model} with {bloom:lower} and very little water.',
  ],
  features: [
    'Organic: Certified natural cosmetics, organic oils.',
    'quick absorbing: Absorbs before you have found your shirt.',
    'refill: Refill pouches save most of the plastic.',
    'long moisture: Keeps skin supple for a full day.',
    'travel size: Also sold in a size for hand luggage.',
    'mild: Mild enough for children and tattoos.',
  ],
  uses: ['For {hands that wash dishes|after the shower|cold months}.', 'A little goes a long way.', 'A small present.'],
  tags: list('body care, lotion, bathroom, gift'),
};

const hair: Kind = {
  category: 'Hair Care > Shampoo & Styling',
  count: 65,
  price: [5, 30],
  brands: list("L'Oréal, Garnier, Aveda, Schwarzkopf, Lather & Lock, Botanica Nord, Plain Jane"),
  titles: ['{bloom} {piece}', '{aim} {piece}', '{bloom} {aim} {piece}'],
  sizes: list('75 ml, 200 ml, 250 ml, 500 ml'),
  isPricedBySize: true,
  genders: ['unisex', 'women', 'men'],
  specs: {
    bloom: list('Rosemary, Black Cherry, Rain Forest, Nettle, Argan, Sea Salt, Oat Milk, Juniper'),
    aim: list('Repair, Volume, Curl, Anti-Dandruff, Colour, Smooth, Daily'),
    piece: list('Shampoo, Conditioner, Hair Mask, Leave-In Spray'),
    hair: list('curly, fine, dry, coloured, thick, greasy, grey'),
  },
  names: ['{brand} {model}, {size}', '{model} for {hair} hair by {brand} ({size})', '{brand} {label} {model} {size}'],
  opens: [
    'A {gentle|rich|clear} {piece:lower} for {hair} hair.',
    'The {model} leaves hair {soft|light|easy to comb} and smelling of {bloom:lower}.',
    '{brand} mixes the {model} for people who {wash daily|wash rarely|have tried everything}.',
  ],
  features: [
    'Sulphate-Free: Without sulphates, so it does not strip colour.',
    'Silicone-Free: Without silicones, so nothing builds up.',
    'Vegan: Vegan and never tested on animals.',
    'heat protection: Protects from the heat of dryers and irons.',
    'anti-frizz: Tames frizz on damp days.',
    'refill: Refill pouches save most of the plastic.',
    'scalp care: Calms an itchy scalp.',
  ],
  uses: ['For {every wash|once a week|short and long hair}.', 'A little is enough.', 'Rinse well.'],
  notes: ['Without parabens.', 'Avoid contact with eyes.', 'Not tested on animals.', 'No colourants.'],
  tags: list('hair, shampoo, hair care, bathroom'),
};

const makeUp: Kind = {
  category: 'Make-Up > Lips',
  count: 40,
  price: [6, 48],
  brands: list("Maybelline, L'Oréal, Clinique, MAC, Velvet Hour, Plain Jane, Fleur Adair"),
  titles: ['{mood} {piece}', '{mood} {finish} {piece}'],
  genders: ['women'],
  colors: list('Red, Coral, Rose, Berry, Nude, Pink, Plum, Peach'),
  specs: {
    mood: list(
      'Velvet Hour, Paper Moon, First Kiss, City Lights, Soft Focus, Encore, Afterglow, Midnight Tram, Bold Move',
    ),
    finish: list('Matte, Satin, Velvet, Cream'),
    piece: list('Lipstick, Lip Gloss, Lip Tint, Lip Crayon'),
    hours: list('6, 8, 12, 16'),
  },
  names: ['{brand} {model}, {color}', '{model} by {brand} in {color}', '{brand} {label} {model} - {color}'],
  opens: [
    '{piece} in {tint} that lasts {hours} hours, dinner included.',
    'The {model} goes on {smoothly|in one stroke|without a mirror, nearly}.',
    '{brand} presses much pigment into the {model} and little else.',
  ],
  features: [
    'Long-Lasting: Stays for up to {hours} hours without touching up.',
    'Waterproof: Holds through rain, tears and weddings.',
    'Vegan: Vegan and never tested on animals.',
    'buildable: One layer for the day, two for the night.',
    'refillable: The case can be refilled.',
    'caring oils: Jojoba and almond oil care while it colours.',
  ],
  uses: ['For {every day|evenings|the stage}.', 'Suits cool and warm skin.', 'Small enough for any bag.'],
  notes: [
    'Fragrance-free.',
    'Without parabens or mineral oil.',
    'Does not dry out the lips.',
    'Remove with an oil cleanser.',
  ],
  tags: list('make-up, cosmetics, colour, beauty'),
};

const eyes: Kind = {
  ...makeUp,
  category: 'Make-Up > Eyes',
  count: 35,
  colors: list('Black, Brown, Navy, Plum, Graphite'),
  specs: {
    ...makeUp.specs,
    finish: list('Volume, Precise, Curl, Soft'),
    piece: list('Mascara, Eyeliner, Brow Pencil, Eyeshadow Stick'),
  },
  features: [
    'Long-Lasting: Stays for up to {hours} hours without smudging.',
    'Waterproof: Holds through rain, tears and weddings.',
    'Vegan: Vegan and never tested on animals.',
    'lens friendly: Tested on people who wear contact lenses.',
    'buildable: One layer for the day, two for the night.',
    'fine tip: A fine tip reaches the smallest corner.',
  ],
  notes: ['Fragrance-free.', 'Without parabens or mineral oil.', 'Remove with an oil cleanser.', 'Does not crumble.'],
  tags: list('make-up, eyes, cosmetics, beauty'),
};

const fragrance: Kind = {
  category: 'Fragrance > Perfume',
  count: 50,
  price: [25, 110],
  brands: list('Calvin Klein, Hugo Boss, Maison Orage, Fleur Adair, Wick & Weather, Saltwater'),
  titles: ['{mood}', '{mood} {kind}', '{place} {mood}'],
  sizes: list('30 ml, 50 ml, 75 ml, 100 ml'),
  isPricedBySize: true,
  genders: ['women', 'men', 'unisex'],
  specs: {
    mood: list(
      'Petrichor, Last Train, White Shirt, Thunderhead, Green Hour, Salt Skin, Amber Room, Blue Smoke, Second Summer, Iris',
    ),
    kind: list('Intense, Légère, Noir, Absolu'),
    place: list('Lisbon, Harbour, Riviera, Winter'),
    scent: list(
      'bergamot and vetiver, iris and musk, fig and cedar, sea salt and amber, rose and pepper, neroli and smoke',
    ),
    type: list('Eau de Parfum, Eau de Toilette, Eau de Cologne'),
  },
  names: [
    '{brand} {model} {type}, {size}',
    '{model} - {Gender} {type} by {brand}, {size}',
    '{brand} {model} {label} {type} {size}',
  ],
  opens: [
    'A scent of {scent}, {close to the skin|with a long echo|bright at first and calm later}.',
    '{model} opens with {bergamot|pepper|a cold breeze} and ends in {cedar|musk|warm paper}.',
    '{brand} composed {model} for {gender} who {dislike perfume|wear one scent for years}.',
  ],
  features: [
    'long-lasting: Stays until the next morning.',
    'natural: Distilled from plants, with nothing synthetic.',
    'Vegan: Made without animal musk or honey.',
    'refillable: The flacon can be refilled.',
    'travel: With a travel spray of 8 ml.',
    'light: Light enough for the office.',
  ],
  uses: ['For {day|evening|any season}.', 'Two sprays are plenty.', 'A present, if you know them well.'],
  notes: ['Flammable; cannot be sent by air.', 'Without phthalates.', 'No colourants.', 'Keep out of the sun.'],
  tags: list('perfume, fragrance, gift, scent'),
};

const grooming: Kind = {
  category: 'Grooming > Shaving & Electric Care',
  count: 50,
  price: [10, 210],
  brands: list('Philips, Braun, Gillette, Panasonic, Barber & Brine, Pipit'),
  numbering: 'code',
  genders: ['men', 'men', 'unisex'],
  colors: list('Black, White, Silver, Blue, Mint, Rose Gold, Black/Silver'),
  materials: list('stainless steel, recycled plastic, aluminium'),
  specs: {
    piece: list('Electric Shaver, Beard Trimmer, Hair Clipper, Body Groomer'),
    minutes: list('40, 60, 90, 120'),
  },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}',
    '{brand} {Gender} {label} {piece} {model} - {color}',
  ],
  opens: [
    '{piece} in {tint} that runs {minutes} minutes on a charge.',
    'The {model} is {quick|gentle|thorough}, and easy to clean under the tap.',
    '{brand} gives the {model} blades that sharpen themselves.',
  ],
  features: [
    'Cordless: {minutes} minutes without a cable.',
    'wet and dry: Works in the shower, too.',
    'travel lock: A lock keeps it from humming in the suitcase.',
    'sensitive: Kind to skin that reddens easily.',
    'quick charge: Five minutes of charging do for one use.',
    'Waterproof: Waterproof, so it rinses clean.',
  ],
  uses: ['For {daily use|travel|beginners}.', 'A present for Father’s Day, or Mother’s.', 'Stands on a small charger.'],
  notes: [
    'No oil needed.',
    'Nickel-free blades.',
    'Plug not included; charges by USB-C.',
    'Spare heads sold separately.',
  ],
  tags: list('grooming, bathroom, electric, care'),
};

export const beauty: Department = {
  name: 'Beauty',
  tiers: {
    Nivea: 0.6,
    Garnier: 0.6,
    Clinique: 1.5,
    MAC: 1.4,
    Maybelline: 0.7,
    'Maison Orage': 1.5,
    Aveda: 1.4,
    'The Ordinary': 0.6,
    Pipit: 0.6,
  },
  lines:
    list(`Alto, Balm, Crest, Drift, Edge, Fresco, Gloss, Haze, Ion, Keen Edge, Luxe, Mist, Nuance, Onyx, Prism, Refine, Silk, Tonic,
    Velours, Aqua Line, Bare, Crisp, Dapper, Element, Figaro, Glow, Huntsman, Ideal, Jade, Kind`),
  kinds: [skinCare, sunCare, bodyCare, hair, makeUp, eyes, fragrance, grooming],
};
