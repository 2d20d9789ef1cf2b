// Books: invented titles by invented authors, in eight genres.
import { type Department, type Kind, list } from '../department.ts';

const AUTHORS =
  list(`Mara Ellison, Tobias Krall, Ines Okafor, Jonah Whitlock, Saoirse Devane, Henrik Aasen, Priya Ramanathan, Lucía Ferrer,
  Odette Marchand, Samuel Achterberg, Noor Haddad, Graham Pell, Yuki Tanabe, Clementine Rowe, Viktor Halas, Ada Brightwell,
  Desmond Achebe-Lane, Fenna de Wit, Rosa Quintero, Callum Strand, Beatrix Vogel, Isaac Merriweather, Leila Farouk, Pim Janssen`);
const FORMATS = list('Paperback, Hardcover, Paperback');
const BOOK_NAMES = [
  '{model} by {author} ({format})',
  '{model}: {subtitle} - {author}, {format}',
  '{author}: {model} ({format})',
];
const BOOK_NOTES = [
  'Printed on paper without wood from old forests.',
  'Contains no spoilers on the back cover.',
  'Set in a type that is kind to tired eyes.',
  'Unabridged.',
  'With {a map|an afterword|questions for reading groups}.',
];

const crime: Kind = {
  category: 'Fiction > Crime & Thriller',
  count: 55,
  price: [6, 28],
  isBook: true,
  brands: list('Penguin, Harbour Light Press, Blackwater Books, Night Ferry, Quillon House'),
  titles: ['The {adj} {thing}', '{thing} at {place}', 'Death in {place}', 'A {adj} {thing}', 'The {place} {thing}'],
  subtitles: ['A Novel', 'An Inspector {name} Mystery', 'A Thriller', 'The First {name} Case'],
  genres: list('Crime, Thriller, Mystery'),
  specs: {
    author: AUTHORS,
    format: FORMATS,
    adj: list('Drowned, Silent, Borrowed, Second, Perfect, Crooked, Missing, Cold, Patient'),
    thing: list('Witness, Ferryman, Verdict, Key, Neighbour, Orchard, Alibi, Photograph, Guest'),
    place: list('Skagen, Low Water, Marrow Street, Lake Varn, Trieste, Gallows Hill, Ostend'),
    name: list('Holm, Castellane, Brandt, Moss, Keogh'),
    pages: list('288, 312, 344, 368, 416'),
  },
  names: BOOK_NAMES,
  opens: [
    'When {a body|a suitcase|a letter} turns up in {place}, Inspector {name} has {three days|no sleep|one witness} to find out why.',
    'Everybody in {place} has an alibi, and all of them are {perfect|borrowed|false}.',
    'A {quiet|clever|chilling} crime novel about {a family|a village|two sisters} and what they {hide|owe|remember}.',
  ],
  features: [
    'page-turner: Short chapters make it hard to stop at a reasonable hour.',
    'debut novel: A first novel, and a remarkably sure one.',
    'prize winner: Winner of the Northern Dagger.',
    'novel series: The {second|third|fifth} book of the series; it can be read alone.',
    'slow burn: Slow, atmospheric, and quite without car chases.',
    'twist: The last twist is fair, which makes it worse.',
  ],
  uses: ['For readers who {like rain|guess early|read on trains}.', '{pages} pages.', 'Keep the light on.'],
  notes: BOOK_NOTES,
  tags: list('crime, thriller, mystery, novel, detective'),
};

const sciFi: Kind = {
  ...crime,
  category: 'Fiction > Science Fiction & Fantasy',
  count: 50,
  brands: list('Penguin, Gate & Tower, Far Orbit, Quillon House, Lantern Tree'),
  titles: ['The {thing} of {place}', '{adj} {thing}', 'A {thing} for {place}', '{place}', 'The Last {thing}'],
  subtitles: ['Book One of the {place} Cycle', 'A Novel', 'A Space Opera', 'Tales'],
  genres: list('Science Fiction, Fantasy'),
  specs: {
    author: AUTHORS,
    format: FORMATS,
    adj: list('Hollow, Burning, Clockwork, Slow, Emerald, Broken, Distant'),
    thing: list('Cartographer, Starship, Dragon, Archive, Crown, Signal, Orchard, Machine, Comet'),
    place: list('Ansible Reach, Thornmere, Ninemoon, Vael, Glasswater, Europa, Kestrel Station'),
    name: list('Ilan, Sefa, Oru, Wren, Maeve'),
    pages: list('352, 416, 480, 592, 704'),
  },
  opens: [
    '{name} was meant to {mend ships|count stars|inherit nothing}; then the sky over {place} went out.',
    'In {place}, {memory|magic|water} is money, and somebody is {forging it|burning it|giving it away}.',
    'A {vast|tender|funny} story of {place}, its {engineers|witches|smugglers} and the {thing:lower} they should have left alone.',
  ],
  features: [
    'world-building: A world so complete that you miss it afterwards.',
    'first in series: The first of a series, and the others exist.',
    'prize winner: Shortlisted for the Meridian Prize.',
    'map: With a fold-out map.',
    'strong heroine: A heroine who reads the manual.',
    'hopeful: Hopeful, without being silly about it.',
  ],
  uses: ['For readers from 14.', '{pages} pages, no fillers.', 'For long winters.'],
  tags: list('science fiction, fantasy, novel, space, adventure'),
};

const romance: Kind = {
  ...crime,
  category: 'Fiction > Romance & Contemporary',
  count: 50,
  brands: list('Penguin, Harbour Light Press, Sunday Post Books, Lantern Tree'),
  titles: ['The {place} {thing}', 'A {thing} in {place}', '{adj} {thing}', 'One {adj} {thing}', 'Letters from {place}'],
  subtitles: ['A Novel', 'A Love Story', 'A Summer Novel'],
  genres: list('Romance, Contemporary Fiction'),
  specs: {
    author: AUTHORS,
    format: FORMATS,
    adj: list('Ordinary, Late, Borrowed, Salt, Accidental, Slow'),
    thing: list('Summer, Bookshop, Wedding, Promise, Bakery, Neighbour, Goodbye'),
    place: list('Lisbon, Cornwall, Copenhagen, Sicily, Maine, Galway'),
    name: list('Nora, Theo, Alma, Jude, Elsie'),
    pages: list('256, 288, 320, 352'),
  },
  opens: [
    '{name} comes to {place} to {sell a house|forget|teach for a year} and {does not|stays}.',
    'Two people, one {bakery|ferry|flat} in {place}, and a misunderstanding of {ten|twenty} years.',
    'A {warm|wry|bittersweet} novel about {second chances|mothers and daughters|the wrong train}.',
  ],
  features: [
    'feel-good: Leaves you kinder to strangers.',
    'slow burn: A slow burn with a satisfying end.',
    'holiday read: Made for deckchairs.',
    'book club: Plenty to argue about at a book club.',
    'funny: Funny on nearly every page.',
    'bestseller: More than a million copies sold, all of them lent on.',
  ],
  uses: ['For {deckchairs|long baths|the night train}.', '{pages} pages.', 'Have a handkerchief ready.'],
  tags: list('romance, novel, love story, holiday read'),
};

const cookbooks: Kind = {
  ...crime,
  category: 'Non-Fiction > Cookbooks',
  count: 45,
  price: [14, 48],
  brands: list('Phaidon, Copper Spoon, Sunday Post Books, Meadow Press'),
  titles: ['{adj} {thing}', '{thing} for {who}', '{adj} {thing} for {who}'],
  subtitles: ['{count} Recipes for Every Day', '{count} Recipes without Fuss', 'A Cookbook'],
  genres: list('Cooking, Food & Drink'),
  specs: {
    author: AUTHORS,
    format: list('Hardcover, Hardcover, Paperback'),
    adj: list('Simple, Green, Slow, Weeknight, Generous, Gluten-Free, Vegan, Sunday'),
    thing: list('Bread, Suppers, Pasta, Baking, Soups, Curries, Salads, Cakes'),
    who: list('Two, Beginners, Friends, Small Budgets, Winter'),
    count: list('60, 80, 100, 120, 150'),
    pages: list('192, 224, 256, 320'),
  },
  opens: [
    '{count} recipes that work on a Tuesday, with ingredients from {the corner shop|the market|the back of the cupboard}.',
    '{author} cooks for people with {one pan|children|no time}, and cooks well.',
    'A cookbook about {patience|leftovers|vegetables} that happens to have {count} recipes.',
  ],
  features: [
    'seasonal: Ordered by season, from the first peas to the last quince.',
    'step by step: Every step is photographed.',
    'quick: Most dishes take half an hour.',
    'one pot: A chapter of meals from one pot.',
    'lies flat: The binding lies flat beside the stove.',
    'family: Tested on children, who can be honest.',
  ],
  uses: [
    'For {beginners|confident cooks|new flats}.',
    '{pages} pages with photographs.',
    'A present that feeds you back.',
  ],
  notes: [
    'No special equipment needed.',
    'Measures in grams and cups.',
    'Without nutrition lectures.',
    ...BOOK_NOTES.slice(2, 3),
  ],
  tags: list('cookbook, recipes, cooking, food'),
};

const children: Kind = {
  ...crime,
  category: "Children's Books > Picture & Story Books",
  count: 55,
  price: [6, 22],
  brands: list('Puffin, Usborne, Little Lantern, Paper Kite, Moonboot'),
  titles: [
    '{name} and the {thing}',
    'The {adj} {animal}',
    'Goodnight, {animal}',
    'Where Is the {animal}?',
    'The {animal} Who Wanted a {thing}',
  ],
  subtitles: ['A Bedtime Story', 'A Picture Book', 'A Lift-the-Flap Book'],
  genres: list("Children's, Picture Book"),
  specs: {
    author: AUTHORS,
    format: list('Hardcover, Board Book, Paperback'),
    name: list('Milo, Tilly, Ben, Ayla, Fritz, Juno'),
    thing: list('Moon, Umbrella, Whistle, Red Kite, Drum, Second Nose'),
    adj: list('Grumpy, Tiny, Brave, Invisible, Upside-Down'),
    animal: list('Badger, Whale, Mouse, Goose, Tiger, Snail, Bear'),
    age: list('2, 3, 4, 5, 6'),
    pages: list('24, 32, 40, 48'),
  },
  opens: [
    '{name} cannot sleep, and neither can the {animal:lower} {under the bed|on the roof|next door}.',
    'A {funny|gentle|noisy} story about {sharing|being afraid|the first day at school}, for children from {age}.',
    'The {animal:lower} has lost {its hat|its temper|the way}; {name} helps to look.',
  ],
  features: [
    'rhymes: Told in rhymes that hold up at the fiftieth reading.',
    'lift the flap: Twenty flaps to lift.',
    'bedtime: Short enough for bedtime, once more included.',
    'sturdy pages: Sturdy pages survive teeth.',
    'first reader: Large letters and short lines for first readers.',
    'watercolour: Painted in watercolours.',
  ],
  uses: [
    'For reading aloud from {age} years.',
    'A present for a christening.',
    'For {nurseries|grandparents|siblings}.',
  ],
  notes: ['No batteries, no sound.', 'Printed with inks that may be chewed.', 'Without morals at the end.'],
  tags: list('children, picture book, bedtime, story'),
};

const nonFiction: Kind = {
  ...crime,
  category: 'Non-Fiction > History, Science & Business',
  count: 60,
  price: [9, 42],
  brands: list('Penguin, Oxbow & Hall, Quillon House, Meadow Press, Plainspoken'),
  titles: [
    'The {adj} History of {thing}',
    '{thing}',
    'How {thing} Works',
    'A Short History of {thing}',
    'The Art of {thing}',
  ],
  subtitles: [
    'How {thing} Changed the World',
    'And Why It Matters',
    'A History',
    'A Practical Guide',
    'What We Get Wrong',
  ],
  genres: list('History, Popular Science, Business, Psychology'),
  specs: {
    author: AUTHORS,
    format: FORMATS,
    adj: list('Hidden, Unfinished, Invisible, Patient, Accidental'),
    thing: list(
      'Salt, Attention, Negotiation, Sleep, Silence, Trade, Habit, Glass, Memory, Paper, Luck, Winter, Rain, Money',
    ),
    pages: list('224, 288, 336, 400, 512'),
  },
  opens: [
    '{author} tells the story of {thing:lower} from {the Bronze Age|a kitchen table|three failures} to today.',
    'What do we really know about {thing:lower}? Less than we think, and {that is the fun|it matters}.',
    'A {clear|surprising|generous} book on {thing:lower}, for {curious people|managers|the train}.',
  ],
  features: [
    'well researched: Ten years of research, worn lightly.',
    'illustrated: With {forty|sixty} maps and photographs.',
    'practical: Each chapter ends with something to try.',
    'bestseller: A bestseller in {eleven|nineteen|twenty-four} countries.',
    'accessible: No jargon and no formulas.',
    'award winner: Science Book of the Year.',
  ],
  uses: ['{pages} pages including notes.', 'For people who ask why.', 'For {students|commuters|reading groups}.'],
  tags: list('non-fiction, history, science, ideas'),
};

const travel: Kind = {
  ...nonFiction,
  category: 'Travel > Guides & Maps',
  count: 40,
  price: [8, 34],
  brands: list('Lonely Planet, Baedeker, Wayfarer Maps, Slow Road'),
  titles: ['{place}', '{how} {place}', '{place} {style}'],
  subtitles: ['The Slow Guide', '{count} Walks', 'A Guide for Curious Travellers', 'With Pull-Out Map'],
  genres: list('Travel, Guidebook'),
  specs: {
    author: AUTHORS,
    format: list('Paperback, Paperback, Flexibound'),
    place: list(
      'Lisbon, Iceland, Japan, Scotland, the Alps, Morocco, Vietnam, Sardinia, New York, Patagonia, Berlin, Sri Lanka',
    ),
    how: list('Hiking in, Cycling, Eating in, On Foot in, By Train through, A Weekend in'),
    style: list('off Season, by Bike, with Children, on a Budget'),
    count: list('30, 45, 52, 75'),
    pages: list('176, 240, 320, 448'),
  },
  opens: [
    '{place} for people who {stay longer|walk|eat first}: {count} tours, tested by {author}.',
    'A guide to {place} with more {cafés|footpaths|detours} than monuments.',
    '{author} lived in {place} for {six|ten} years and tells you where to {sit|swim|get lost}.',
  ],
  features: [
    'maps: Maps that still work when the battery does not.',
    'hiking: {count} walks from one hour to three days.',
    'family: Tips for travelling with children.',
    'by train: All tours can be reached by train or bus.',
    'waterproof cover: The cover is waterproof.',
    'local food: Where people there actually eat.',
  ],
  uses: ['Fits a coat pocket.', '{pages} pages, updated this year.', 'For {first|second|slow} visits.'],
  notes: ['Contains no advertising.', 'Without star ratings.', 'Printed on tear-proof paper.'],
  tags: list('travel, guide, holiday, maps'),
};

export const books: Department = {
  name: 'Books',
  tiers: { Phaidon: 1.2, 'Oxbow & Hall': 1.2 },
  lines: [],
  kinds: [crime, sciFi, romance, cookbooks, children, nonFiction, travel],
};
