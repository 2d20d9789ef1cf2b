// Toys & games: things to build, cuddle, solve and play together.
import { type Department, type Kind, list } from '../department.ts';

const AGES = list('3+, 4+, 5+, 6+, 8+');

const building: Kind = {
  category: 'Building Toys > Building Sets',
  count: 80,
  price: [10, 180],
  brands: list('Lego, Playmobil, Brickworth, Magna Meadow, Kapla & Co'),
  titles: ['{place} {thing}', '{mood} {place}', '{mood} {thing}', '{place} {thing} Deluxe'],
  colors: list('Red, Blue, Yellow, Green, Red/Yellow, Blue/White, Orange, Purple'),
  materials: list('plastic, recycled plastic, bioplastic'),
  specs: {
    place: list(
      'Harbour, Mountain, Moon Base, Castle, Jungle, Airport, Farm, City, Arctic, Canyon, Treehouse, Volcano',
    ),
    thing: list(
      'Rescue, Express Train, Fire Station, Explorer, Workshop, Market, Racer, Observatory, Bakery, Lighthouse',
    ),
    mood: list('Sunny, Secret, Roaring, Sleepy, Brave, Great, Lost, Flying'),
    pieces: list('48, 96, 124, 210, 318, 412, 560, 745, 1020'),
    age: list('6+, 7+, 8+, 10+'),
  },
  pricedBy: 'pieces',
  names: [
    '{brand} {model} Building Set, {pieces} Pieces',
    '{brand} {model} ({pieces} Pcs, Age {age})',
    '{model} Construction Set by {brand}, Age {age}',
  ],
  opens: [
    '{pieces} pieces become {a scene|a whole street|a machine that moves} in an afternoon.',
    'The {model} set is for builders of {age} and the grown-ups who "only help".',
    '{brand} packs the {model} with {three|four|six} figures and one small secret.',
  ],
  features: [
    'compatible: Fits the bricks you already have.',
    'motor: A small motor makes wheels turn and cranes lift.',
    'three models: Three plans in the box, and room for a fourth.',
    'light: A light brick makes windows glow.',
    'figures: The figures have two faces: calm and alarmed.',
    'storage box: The box doubles as storage.',
    'stickers: Nothing is a sticker; every part is printed.',
  ],
  uses: [
    'For {rainy weekends|birthdays|long train rides}.',
    'Teaches patience and following plans.',
    'For one child, or two who get along.',
  ],
  notes: [
    'No batteries needed.',
    'Not for children under 3: small parts.',
    'No glue or tools needed.',
    'Instructions without words.',
  ],
  tags: list('building, bricks, construction, kids, gift'),
};

const boardGames: Kind = {
  category: 'Games > Board Games',
  count: 75,
  price: [12, 80],
  brands: list('Ravensburger, Hasbro, Kosmos, Haba, Tabletale, Fox & Die, Meeple House'),
  titles: ['{what} of {where}', 'The {mood} {what}', '{where}', '{what} & {what2}', 'Escape from {where}'],
  specs: {
    what: list('Merchants, Beekeepers, Lanterns, Pirates, Gardeners, Inventors, Dragons, Detectives, Foxes, Tides'),
    what2: list('Thieves, Teapots, Stars, Storms, Secrets, Kings'),
    where: list('Valparaiso, Night Island, Cloud Harbour, Old Prague, Amber Bay, Salt City, The Seventh Garden'),
    mood: list('Curious, Quiet, Crooked, Golden, Hungry, Hidden'),
    players: list('1-4, 2, 2-4, 2-5, 3-6, 4-8'),
    minutes: list('15, 20, 30, 45, 60, 90'),
    age: list('6+, 8+, 10+, 12+, 14+'),
  },
  names: [
    '{model} - Board Game by {brand}, {players} Players',
    '{brand} {model} {label} Board Game',
    '{model}, Family Game, Age {age} ({brand})',
  ],
  opens: [
    'A game for {players} players that lasts {minutes} minutes and starts arguments of {ten|twenty} more.',
    '{model} is quick to learn and {slow to master|hard to put away|never the same twice}.',
    'Trade, bluff and plan: in {model} by {brand} luck helps, but does not decide.',
  ],
  features: [
    'Cooperative: You win together or lose together.',
    'Strategy: Deep enough for people who read the rules twice.',
    'family: Grandparents and grandchildren have equal chances.',
    'wooden pieces: The pieces are wood and pleasant to hold.',
    'solo mode: A solo mode for evenings alone.',
    'short rules: The rules fit one page.',
    'beautiful art: Illustrated with more care than it needed.',
  ],
  uses: [
    'For {game nights|holidays|rainy Sundays}.',
    'Plays in {minutes} minutes.',
    'For {players} players aged {age}.',
  ],
  notes: ['No app needed.', 'Not for children under 3.', 'No reading needed.', 'Packed without plastic.'],
  tags: list('board game, family, game night, party'),
};

const plush: Kind = {
  category: 'Soft Toys > Plush Animals',
  count: 60,
  price: [9, 38],
  brands: list('Steiff, Ty, Sigikid, Huddle & Hum, Woolly Parade'),
  titles: ['{name} the {animal}', '{mood} {animal} {name}'],
  genders: ['kids'],
  colors: list('Brown, Grey, White, Pink, Beige, Orange, Blue, Cream'),
  materials: list('plush, organic cotton, mohair, recycled polyester'),
  sizes: list('15 cm, 22 cm, 30 cm, 45 cm'),
  isPricedBySize: true,
  specs: {
    name: list('Bruno, Lotte, Oskar, Mimi, Pip, Hugo, Nelly, Anton, Frida, Momo, Gus, Olive'),
    animal: list('Bear, Rabbit, Fox, Elephant, Sloth, Otter, Penguin, Hedgehog, Donkey, Owl, Whale'),
    mood: list('Sleepy, Little, Cuddly, Big'),
  },
  names: [
    '{brand} {model}, Soft Toy, {size}',
    '{model} Plush by {brand}, {size}, {color}',
    '{brand} {label} Cuddly Toy {model}',
  ],
  opens: [
    '{name} is a {tint} {animal:lower} of {material} who {hates Mondays|listens well|has never been to the zoo}.',
    'Soft, floppy and {easily hugged|always tired|a little vain}: meet {name}.',
    '{brand} sews {name} by hand, and no two {animal:lower} faces are alike.',
  ],
  features: [
    'Washable: Washable at 30 °C, with a quick nap in the dryer.',
    'from birth: Safe from birth, with embroidered eyes.',
    'heat pack: A pouch in the belly takes a warm cherry-stone pack.',
    'extra soft: Softer than it has any right to be.',
    'sound: Press the paw for {a heartbeat|a lullaby|a small snore}.',
    'jointed: Arms and legs turn, as they used to.',
  ],
  uses: ['For {cots|car seats|the first day of school}.', 'A present for a birth.', 'Sits on shelves, prefers beds.'],
  notes: ['Filled without plastic pellets.', 'No small parts.', 'Not flameproof.', 'No batteries needed.'],
  tags: list('soft toy, cuddly, baby, animal, gift'),
};

const puzzles: Kind = {
  category: 'Games > Puzzles',
  count: 55,
  price: [8, 26],
  brands: list('Ravensburger, Kosmos, Haba, Tabletale, Clementine'),
  titles: ['{scene} at {time}', '{mood} {scene}', 'The {scene}'],
  materials: list('cardboard, recycled cardboard'),
  sizes: list('100 pieces, 300 pieces, 500 pieces, 1000 pieces, 2000 pieces'),
  isPricedBySize: true,
  specs: {
    scene: list(
      'Lighthouse, Night Market, Reading Room, Coral Reef, Alpine Meadow, Tram Stop, Bakery Window, Orchard, Old Map',
    ),
    time: list('Dawn, Dusk, Midnight, Christmas, Low Tide'),
    mood: list('Cosy, Rainy, Crowded, Impossible, Quiet'),
  },
  names: [
    '{brand} Puzzle {model}, {size}',
    '{model} Jigsaw Puzzle by {brand} ({size})',
    '{brand} {label} Jigsaw {model}',
  ],
  opens: [
    'A jigsaw of {size} that shows {more the longer you look|a place you would like to be|at least one cat}.',
    '{model} takes {an evening|a weekend|a wet holiday} and a large table.',
    '{brand} cuts {model} with knives shaped by hand, so no two pieces match by chance.',
  ],
  features: [
    'Matte Finish: The matte finish does not glare under a lamp.',
    'poster: A poster for reference is in the box.',
    'snug fit: Pieces hold when the picture is lifted.',
    'Glow in the Dark: A second picture appears in the dark.',
    'sorted bags: Packed in four bags for the impatient.',
    'large pieces: Pieces a little larger than usual, for tired eyes.',
  ],
  uses: ['For {one|two|four} and a pot of tea.', 'From eight to eighty-eight.', 'A calm present.'],
  notes: [
    'Printed without mineral oil.',
    'No missing pieces, or we send them.',
    'No screen needed.',
    'Keep away from the dog.',
  ],
  tags: list('puzzle, jigsaw, family, relaxing'),
};

const vehicles: Kind = {
  category: 'Vehicles > Cars & Remote Control',
  count: 55,
  price: [7, 150],
  brands: list('Hot Wheels, Playmobil, Carrera, Siku, Brickworth, Gearling'),
  numbering: 'code',
  genders: ['kids', 'unisex'],
  colors: list('Red, Blue, Yellow, Black, Green, Orange, Silver, Red/White'),
  materials: list('plastic, die-cast metal, recycled plastic'),
  specs: {
    piece: list('Remote Control Car, Monster Truck, Race Car, Fire Engine, Excavator, Race Track'),
    scale: list('1:10, 1:18, 1:24, 1:43'),
    age: AGES,
  },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} {scale} by {brand}',
    '{brand} {model} {label} {piece}, Age {age}',
  ],
  opens: [
    '{piece} in {tint}, built {to be driven into walls|for carpets and gravel|to scale}.',
    'The {model} is {fast|loud|strong} in the way children mean it.',
    '{brand} lets the {model} {jump|climb|race} and get up again.',
  ],
  features: [
    'Rechargeable: Charges by USB and runs for {20|30|45} minutes.',
    'lights and sound: Lights and a siren, with a switch for parents.',
    'off-road: Rubber tyres climb over books and slippers.',
    'sturdy: Made to survive stairs.',
    'two speeds: A slow speed for beginners.',
    'moving parts: Doors, flaps and shovels move.',
  ],
  uses: ['For {indoors|gardens|both}.', 'Age {age}.', 'Races well against others of the series.'],
  notes: ['Batteries not included.', 'Not for children under 3.', 'Not waterproof.', 'No app needed.'],
  tags: list('car, vehicle, kids, racing'),
};

const wooden: Kind = {
  category: 'Baby & Toddler > Wooden Toys',
  count: 60,
  price: [9, 90],
  brands: list('Haba, Hape, Brio, Grimm & Oak, Woolly Parade, Clementine'),
  genders: ['kids'],
  numbering: 'none',
  colors: list('Rainbow, Natural, Blue, Red, Pastel, Green, Yellow'),
  materials: list('beech wood, birch plywood, maple wood, bamboo'),
  specs: {
    piece: list(
      'Stacking Tower, Train Set, Pull-Along Duck, Shape Sorter, Play Kitchen, Balance Board, Marble Run, Xylophone',
    ),
    age: list('1+, 18 months+, 2+, 3+'),
  },
  names: [
    '{brand} {model} {piece}, Age {age}',
    'Wooden {piece} {model} by {brand}',
    '{brand} {model} {label} {piece} - {color}',
  ],
  opens: [
    '{piece} of {material}, sanded until nothing scratches.',
    'The {model} has no buttons and no sound; the child {supplies both|does the rest}.',
    '{brand} turns the {model} from {material} and paints it with colours that may be chewed.',
  ],
  features: [
    'Montessori: A toy in the spirit of Montessori: one task at a time.',
    'motor skills: Trains small hands and large plans.',
    'water-based paint: Painted with water-based colours.',
    'rounded edges: Every edge is rounded.',
    'extendable: Grows with further parts of the series.',
    'FSC: The wood comes from certified forests.',
  ],
  uses: [
    'For {nurseries|grandparents’ houses|small rooms}.',
    'A present for a first birthday.',
    'Looks good on the shelf, too.',
  ],
  notes: [
    'Made without plastic.',
    'No batteries needed.',
    'Without small parts.',
    'Wipe with a damp cloth; do not soak.',
  ],
  tags: list('wooden toy, toddler, montessori, baby'),
};

export const toys: Department = {
  name: 'Toys & Games',
  tiers: { Lego: 1.3, Steiff: 1.7, 'Hot Wheels': 0.6, Ty: 0.6, 'Grimm & Oak': 1.4, Brio: 1.2 },
  lines:
    list(`Acorn, Bumble, Comet, Dabble, Fidget, Giggle, Hopscotch, Jellybean, Kite, Ladybird, Marbles, Nimble, Pogo, Quicksilver,
    Rascal, Skedaddle, Toffee, Whirl, Yoyo, Zigzag, Bandit, Clover, Doodle, Fable, Gizmo, Hiccup, Jamboree, Lollipop, Mango,
    Noodle, Pickle, Rocket, Sprout, Tumble, Waddle, Biscuit, Cricket, Dumpling, Firefly, Gumdrop`),
  kinds: [building, boardGames, plush, puzzles, vehicles, wooden],
};
