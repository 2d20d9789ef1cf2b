// Tools: power tools, hand tools, measuring, garden and order in the workshop.
import { type Department, type Kind, list } from '../department.ts';

const drills: Kind = {
  category: 'Power Tools > Drills & Drivers',
  count: 70,
  price: [35, 340],
  brands: list('Bosch, Makita, DeWalt, Milwaukee, Ryobi, Einhell, Ironbark, Torqwell'),
  numbering: 'code',
  colors: list('Green, Teal/Black, Yellow/Black, Red/Black, Blue, Black/Orange'),
  materials: list('plastic, glass-fibre nylon, magnesium alloy'),
  specs: {
    piece: list('Cordless Drill, Impact Driver, Hammer Drill, Cordless Screwdriver, Rotary Hammer'),
    volts: list('10.8, 12, 18, 36'),
    torque: list('30, 45, 55, 65, 85'),
    ah: list('1.5, 2.0, 4.0, 5.0'),
  },
  pricedBy: 'volts',
  names: [
    '{brand} {model} {piece} {volts} V',
    '{brand} {label} {piece} {model}, {volts} V, {ah} Ah',
    '{piece} {model} by {brand} with Case',
    '{brand} {model} {volts}V {piece} {torque} Nm',
  ],
  opens: [
    '{piece} with {volts} volts and {torque} Nm for {wood, metal and plaster|flat-pack weekends|decks and roofs}.',
    'The {model} is {short|light|strong} enough for {work overhead|cupboards|a full day on site}.',
    '{brand} gives the {model} a metal chuck and a grip that does not tire the hand.',
  ],
  features: [
    'Brushless: The brushless motor runs longer and needs no service.',
    'two batteries: Two {ah} Ah batteries and a charger are in the case.',
    'work light: An LED lights the screw, not the wall.',
    'two speeds: Two gears, and a torque ring with twenty steps.',
    'quick charge: Full again within the hour.',
    'belt clip: The belt clip fits left or right.',
    'keyless chuck: Bits change without a key.',
    'kickback control: It stops in a blink when the bit jams.',
  ],
  uses: [
    'For {homeowners|carpenters|electricians}.',
    'Puts up shelves without a fuss.',
    'Drives long screws without drilling first.',
  ],
  notes: [
    'Battery and charger sold separately.',
    'Bits not included.',
    'Not for concrete.',
    'Keep dry.',
    'No cable needed.',
  ],
  tags: list('cordless, drill, diy, workshop, power tool'),
};

const saws: Kind = {
  ...drills,
  category: 'Power Tools > Saws & Sanders',
  count: 55,
  price: [40, 420],
  specs: {
    piece: list('Jigsaw, Circular Saw, Random Orbit Sander, Angle Grinder, Multi-Tool, Mitre Saw'),
    watts: list('250, 500, 650, 800, 1200, 1600'),
  },
  pricedBy: 'watts',
  names: [
    '{brand} {model} {piece} {watts} W',
    '{piece} {model} by {brand}',
    '{brand} {label} {piece} {model}, {watts} Watt',
  ],
  opens: [
    '{piece} of {watts} watts for {worktops|floorboards|old paint|pallet furniture}.',
    'The {model} follows the line {even when you do not|calmly|to the millimetre}.',
    '{brand} keeps the {model} low in vibration and high in torque.',
  ],
  features: [
    'dust port: The dust goes into a vacuum or a bag.',
    'soft start: Starts softly, so it does not jump.',
    'tool-free: Blades and discs change without tools.',
    'speed control: The dial sets the speed to the material.',
    'parallel guide: A parallel guide comes with it.',
    'Low Vibration: A weight inside cancels most of the vibration.',
    'Compact: One hand is enough.',
  ],
  uses: [
    'For {homeowners|carpenters|people with old floors}.',
    'Cuts, sands or polishes for hours.',
    'A machine to lend, and to ask back.',
  ],
  notes: ['Wear eye protection.', 'Blade for metal not included.', 'Not made for wet work.', 'No oil needed.'],
  tags: list('saw, diy, workshop, woodworking, power tool'),
};

const handTools: Kind = {
  category: 'Hand Tools > Screwdrivers, Pliers & Hammers',
  count: 75,
  price: [8, 130],
  brands: list('Wera, Knipex, Stanley, Bahco, Wiha, Ironbark, Handwerk & Sohn'),
  colors: list('Red, Green, Black, Yellow, Blue, Black/Green'),
  materials: list('chrome vanadium steel, stainless steel, forged steel'),
  specs: {
    piece: list(
      'Screwdriver Set, Claw Hammer, Combination Pliers, Adjustable Wrench, Hex Key Set, Socket Set, Side Cutters',
    ),
    count: list('6, 8, 12, 24, 46'),
  },
  names: [
    '{brand} {model} {piece}',
    '{piece} {model} by {brand}, {Material}',
    '{brand} {label} {piece} {model} - {color}',
  ],
  opens: [
    '{piece} of {material} for {people who fix things|the kitchen drawer|the van}.',
    'The {model} fits the hand and {does not slip|outlasts the house|makes no fuss}.',
    '{brand} hardens the {model} at the tip and leaves it tough in the middle.',
  ],
  features: [
    'Insulated: Tested one by one to 1,000 volts.',
    'soft grip: A grip in two materials, dry or oily.',
    'precise: Ground to a tenth of a millimetre.',
    'lifetime guarantee: Guaranteed for as long as you keep it.',
    'roll pouch: Comes in a canvas roll.',
    'Forged: Forged from one piece.',
    'size marks: Sizes are marked large enough to read.',
  ],
  uses: ['For {bicycles|furniture|electrical work}.', 'A sensible present for a first flat.', 'Hangs on any pegboard.'],
  notes: [
    'Not to be used as a chisel, though everybody does.',
    'Rust-free for years, even in sheds.',
    'Handle made without phthalates.',
  ],
  tags: list('hand tool, diy, workshop, repair'),
};

const measuring: Kind = {
  ...handTools,
  category: 'Measuring > Lasers & Levels',
  count: 45,
  price: [7, 210],
  brands: list('Bosch, Stanley, Stabila, Torqwell, Handwerk & Sohn'),
  numbering: 'code',
  materials: list('aluminium, plastic, recycled plastic'),
  specs: {
    piece: list('Laser Distance Meter, Cross-Line Laser, Digital Spirit Level, Wall Scanner'),
    metres: list('5, 8, 20, 30, 50'),
  },
  opens: [
    '{piece} that is right to {half a|one|two} millimetre.',
    'The {model} measures up to {metres} m and {remembers|writes it down|shows it large}.',
    '{brand} builds the {model} to be {dropped|rained on|lent to neighbours}.',
  ],
  features: [
    'Accurate: Calibrated singly, with a certificate.',
    'shockproof: Rubber corners take falls from a ladder.',
    'magnetic: Magnets hold it on steel.',
    'backlight: The display lights up in cellars.',
    'pocket size: Small enough for a shirt pocket.',
    'dustproof: Sealed against dust and splashes (IP54).',
  ],
  uses: [
    'For {picture frames|kitchens|floor plans}.',
    'Saves calling someone to hold the other end.',
    'For indoors and out.',
  ],
  notes: ['Batteries included.', 'Do not look into the beam.', 'Works without an app.', 'Not for use under water.'],
  tags: list('measuring, laser, level, diy'),
};

const garden: Kind = {
  category: 'Garden > Pruning & Garden Tools',
  count: 60,
  price: [9, 260],
  brands: list('Gardena, Fiskars, Bosch, Stihl, Ironbark, Hedgerow'),
  colors: list('Green, Orange, Black/Orange, Red, Grey, Teal'),
  materials: list('stainless steel, aluminium'),
  specs: { piece: list('Pruning Shears, Garden Spade, Hand Trowel, Lopper, Hedge Shears') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}',
    '{brand} {model} {label} {piece} ({Material})',
  ],
  opens: [
    '{piece} of {material} for {roses and raspberries|heavy soil|balconies and allotments}.',
    'The {model} {does its work|is light in the hand|stays clean} and hangs on a nail until spring.',
    '{brand} has made the {model} nearly unchanged since {1962|1978|1989}.',
  ],
  features: [
    'Ergonomic: Shaped for small and large hands.',
    'rustproof: Does not rust when left out, which it will be.',
    'spare parts: Every part can be ordered singly.',
    'sharp: Stays sharp for a season and takes a new edge.',
    'Lightweight: Light enough for an afternoon.',
    'hanging loop: Hangs on a nail by its loop.',
  ],
  uses: ['For {vegetable beds|hedges|pots}.', 'A present for people with a new garden.', 'For left and right hands.'],
  notes: ['Not for wire.', 'Wipe dry and oil before winter.', 'No assembly needed.', 'Without PVC.'],
  tags: list('garden, gardening, outdoor, plants'),
};

const storage: Kind = {
  ...handTools,
  category: 'Workshop > Tool Boxes & Storage',
  count: 40,
  price: [14, 190],
  brands: list('Stanley, Bosch, Ryobi, Torqwell, Sortwell'),
  materials: list('recycled plastic, steel, aluminium, canvas'),
  specs: { piece: list('Tool Box, Tool Chest, Tool Bag, Storage Organiser'), kg: list('20, 30, 50, 120') },
  opens: [
    '{piece} of {material} for {garages|vans|cellars} that had been given up on.',
    'The {model} keeps everything where you will look for it{, even screws|, for once|, every time}.',
    '{brand} rates the {model} for {kg} kg, and means it.',
  ],
  features: [
    'Stackable: Stacks and clicks with others of the series.',
    'lockable: Takes a padlock.',
    'waterproof seal: A seal keeps rain and dust out.',
    'dividers: Dividers move to fit what you have.',
    'soft handle: The handle is soft and stays so in the cold.',
    'label field: Fields for labels, so that others find things too.',
  ],
  uses: [
    'For {weekend builders|vans|hobby rooms}.',
    'Survives being thrown into a boot.',
    'For screws, spanners and sandwiches.',
  ],
  notes: ['Tools not included.', 'No assembly needed.', 'Not for use as a seat, though it holds.'],
  tags: list('storage, workshop, organiser, diy'),
};

export const tools: Department = {
  name: 'Tools',
  tiers: {
    Milwaukee: 1.3,
    Makita: 1.15,
    Einhell: 0.65,
    Ryobi: 0.8,
    Stihl: 1.3,
    Knipex: 1.2,
    Torqwell: 0.75,
    Hedgerow: 0.9,
  },
  lines:
    list(`Anvil, Badger, Chisel, Dowel, Falcon, Gantry, Hauler, Ingot, Joiner, Lathe, Mason, Notch, Oxide, Plumb, Rivet, Spindle,
    Tenon, Vice, Wedge, Axle, Bastion, Cobalt, Derrick, Flint, Girder, Hammerhead, Jackdaw, Keystone, Lever, Mallet, Pivot,
    Quarry, Ratchet, Sledge, Trestle, Workhorse, Beam, Cleat, Forge, Grain`),
  kinds: [drills, saws, handTools, measuring, garden, storage],
};
