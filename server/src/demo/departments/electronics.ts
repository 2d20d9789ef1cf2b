// Electronics: headphones and other audio first, then small things that charge, type and read.
import { type Department, type Kind, list } from '../department.ts';

const DEVICE_COLORS = list('Black, White, Silver, Midnight Blue, Graphite, Cream, Sage, Rose Gold, Black, Silver');

const overEar: Kind = {
  category: 'Headphones > Over-Ear Headphones',
  count: 90,
  price: [45, 420],
  brands: list('Sony, Bose, Sennheiser, JBL, Beyerdynamic, Audio-Technica, AKG, Halcyon, Murmur, Tonari'),
  numbering: 'code',
  colors: DEVICE_COLORS,
  materials: list('aluminium, vegan leather, recycled plastic, lambskin leather'),
  specs: { hours: list('20, 24, 30, 35, 40, 50, 60'), driver: list('32, 40, 45, 50') },
  names: [
    '{brand} {model} {label} Over-Ear Headphones, {color}',
    '{brand} {model} {label} Headphones with Microphone - {color}',
    '{model} Bluetooth Headphones by {brand} ({hours} h)',
    '{brand} {model} Wireless Headphones {color}',
  ],
  opens: [
    'Over-ear headphones with {driver} mm drivers and {a warm, even|a lively|an honest} sound.',
    'The {model} closes the door on {the open-plan office|engine noise|the neighbours}.',
    '{brand} tuned the {model} for {voices and strings|long listening|people who know their records}.',
  ],
  features: [
    'Noise Cancelling: Active noise cancelling quiets trains, planes and open offices.',
    'long battery: {hours} hours of playback on one charge.',
    'Foldable: They fold flat into the case in the box.',
    'multipoint: Connects to a phone and a laptop at once.',
    'transparency mode: One tap lets announcements and colleagues through.',
    'spatial audio: Head tracking pins the sound to the screen.',
    'fast charging: Ten minutes at the socket give five hours of music.',
    'wired mode: A 3.5 mm cable works when the battery is empty.',
  ],
  uses: [
    'For {flights|studying|calls from a noisy kitchen}.',
    'Light enough for a working day.',
    'Suits {jazz|podcasts|film nights} as well as games.',
  ],
  notes: [
    'Not water resistant.',
    'Works without an app or an account.',
    'Ear cushions can be replaced without tools.',
    'Power adapter not included.',
  ],
  tags: list('bluetooth, wireless, headphones, music, travel'),
};

const earbuds: Kind = {
  ...overEar,
  category: 'Headphones > Earbuds',
  count: 85,
  price: [20, 260],
  brands: list('Sony, Bose, Sennheiser, JBL, Samsung, Jabra, Anker, Murmur, Tonari, Pipit'),
  materials: list('recycled plastic, silicone, aluminium'),
  specs: { hours: list('5, 6, 7, 8, 9, 11'), total: list('24, 28, 32, 40'), grams: list('4.1, 4.8, 5.2, 5.9') },
  names: [
    '{brand} {model} True Wireless Earbuds, {color}',
    '{brand} {model} {label} In-Ear Headphones - {color}',
    '{model} Bluetooth Earphones by {brand}, {total} h with case',
  ],
  opens: [
    'True wireless earbuds of {grams} g each that stay put {on a run|in bed|under a helmet}.',
    'The {model} is small enough to forget and good enough to notice.',
    'With the {model}, {brand} puts a big, {warm|clear|lively} sound into a case that fits the coin pocket.',
  ],
  features: [
    'Noise Cancelling: Noise cancelling takes the rumble out of the bus.',
    'long battery: {hours} hours in the ear, {total} with the case.',
    'Sports: Ear hooks and a sweatproof shell (IPX5) survive intervals in the rain.',
    'wireless charging: The case charges on any wireless pad.',
    'ear tips: Four sizes of silicone tips are in the box.',
    'low latency: A low-latency mode keeps lips and voices together.',
    'find my buds: The app rings a lost bud, even under the sofa.',
    'bone conduction mic: A bone microphone picks up your voice and not the wind.',
  ],
  notes: ['Not for swimming.', 'Works with one bud alone.', 'No batteries to replace.', 'Contains no latex.'],
  tags: list('earbuds, bluetooth, wireless, in-ear, sport'),
};

const headsets: Kind = {
  ...overEar,
  category: 'Headphones > Gaming & Office Headsets',
  count: 45,
  price: [30, 230],
  brands: list('Logitech, Razer, Jabra, HyperX, Corsair, Tonari, Pipit'),
  materials: list('steel, recycled plastic, vegan leather'),
  specs: { cable: list('1.5, 2, 2.4'), hours: list('18, 25, 40, 70') },
  names: [
    '{brand} {model} {label} Gaming Headset, {color}',
    '{brand} {model} Headset with Boom Microphone - {color}',
    '{model} USB-C Office Headset by {brand}',
  ],
  opens: [
    'A headset for {raids until two|calls from nine to five|both jobs}, with a boom microphone that folds away.',
    'The {model} makes you audible and {the keyboard|the dishwasher|your cat} not.',
    '{brand} built the {model} around a steel band and deep, cool cushions.',
  ],
  features: [
    'Wireless: A 2.4 GHz dongle, and {hours} hours between charges.',
    'noise filter: The microphone filters keyboards, fans and barking.',
    'Surround: Virtual 7.1 sound tells you where the steps come from.',
    'mute: Lift the boom and you are muted, with a red light to prove it.',
    'wired mode: The {cable} m cable is braided and detachable.',
    'glasses friendly: Soft channels in the cushions leave room for glasses.',
  ],
  notes: [
    'Not made for the street.',
    'Needs no driver or account.',
    'Cushions can be washed.',
    'Does not include a games console.',
  ],
  tags: list('headset, gaming, microphone, office, calls'),
};

const speakers: Kind = {
  category: 'Speakers > Portable Speakers',
  count: 65,
  price: [25, 350],
  brands: list('JBL, Bose, Sony, Marshall, Anker, Halcyon, Murmur, Ultimate Ears'),
  numbering: 'code',
  colors: list('Black, Blue, Red, Teal, Black/Red, Sand, Pink, Forest Green, White, Orange'),
  materials: list('recycled plastic, aluminium, bamboo, canvas'),
  pricedBy: 'watts',
  specs: { hours: list('8, 10, 12, 16, 20, 24'), watts: list('5, 10, 20, 30, 60') },
  names: [
    '{brand} {model} Bluetooth Speaker, {color}',
    '{brand} {model} {label} Portable Speaker {watts} W - {color}',
    '{model} Wireless Speaker by {brand}',
  ],
  opens: [
    'A {watts} watt speaker in {tint} for {the kitchen|the park|the bathroom shelf}.',
    'The {model} plays {louder than it looks|to every corner of a campsite|quietly well}.',
    'Press one button and the {model} remembers your phone; {brand} left out the rest.',
  ],
  features: [
    'Waterproof: Waterproof to IP67: it floats, and it plays while floating.',
    'long battery: Plays for {hours} hours, more if you are kind.',
    'stereo pair: Two of them make a stereo pair.',
    'deep bass: A passive radiator gives bass you can feel in the table.',
    'Rugged: Rubber corners survive a fall from the balcony railing.',
    'hands-free: A microphone for hands-free calls.',
    'power bank: Charges a phone from its own battery.',
  ],
  uses: [
    'For {barbecues|the beach|showers}.',
    'Small enough for a bike bottle cage.',
    'For garden parties of up to thirty.',
  ],
  notes: ['Not a smart speaker: nothing listens in.', 'Charger not included.', 'Works without Wi-Fi.'],
  tags: list('speaker, bluetooth, portable, party, outdoor'),
};

const hifi: Kind = {
  category: 'Home Audio > Soundbars & Speakers',
  count: 35,
  price: [90, 900],
  brands: list('Sony, Audio-Technica, Denon, Yamaha, Halcyon, Rega & Pine, Bose, Tonari'),
  numbering: 'code',
  colors: list('Black, Walnut, White, Silver, Oak'),
  materials: list('walnut wood, MDF, aluminium, oak'),
  specs: { piece: list('Soundbar, Bookshelf Speakers, Stereo Speakers') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand} - {color}',
    '{brand} {model} {label} {piece} ({Material})',
  ],
  opens: [
    '{piece} with a housing of {material}, built to be {looked at|repaired|handed down}.',
    'The {model} is where {a first system begins|many systems end}.',
    'Plug it in, sit down: the {model} by {brand} needs no setting up.',
  ],
  features: [
    'Bluetooth: Bluetooth for the phone, sockets for everything else.',
    'remote control: The remote fits the hand and has eight buttons.',
    'night mode: A night mode lifts voices and tames explosions.',
    'deep bass: A port at the back gives bass without a second box.',
    'wall mount: Brackets for the wall are in the box.',
    'auto off: It switches itself off after twenty minutes of silence.',
  ],
  uses: [
    'For {living rooms|bookshelves|small flats}.',
    'Fits under most televisions.',
    'Sounds bigger than the room it stands in.',
  ],
  notes: ['Speaker cable not included.', 'Works without an internet connection.', 'Dust with a dry brush only.'],
  tags: list('hi-fi, stereo, television, home audio, music'),
};

const turntables: Kind = {
  ...hifi,
  category: 'Home Audio > Turntables',
  count: 30,
  brands: list('Sony, Audio-Technica, Denon, Yamaha, Halcyon, Rega & Pine, Tonari'),
  specs: { piece: list('Turntable, Record Player'), drive: list('belt, direct') },
  opens: [
    '{piece} with {drive} drive and a plinth of {material}.',
    'The {model} is where {a first system begins|many systems end}.',
    'Put the needle down: the {model} by {brand} plays both speeds and {asks no questions|hums no tunes of its own}.',
  ],
  features: [
    'Bluetooth: Sends records to wireless headphones and speakers.',
    'phono preamp: The built-in preamp plugs into any amplifier.',
    'low vibration: Rubber feet keep the dance floor out of the music.',
    'auto stop: The arm lifts itself at the end of a side.',
    'USB: A USB port turns records into files.',
    'dust cover: A clear dust cover is included.',
  ],
  uses: ['For {living rooms|bookshelves|small flats}.', 'For inherited records and new ones.', 'Plays 33 and 45.'],
  notes: ['Needs speakers; not included.', 'Works without an internet connection.', 'Dust with a dry brush only.'],
  tags: list('vinyl, record player, hi-fi, music'),
};

const power: Kind = {
  category: 'Accessories > Power Banks & Chargers',
  count: 50,
  price: [12, 110],
  brands: list('Anker, Samsung, Belkin, Ugreen, Voltaire, Pipit'),
  numbering: 'code',
  colors: list('Black, White, Midnight Blue, Graphite, Sage'),
  materials: list('aluminium, recycled plastic'),
  pricedBy: 'mah',
  specs: { mah: list('5000, 10000, 20000, 26800'), watts: list('18, 20, 30, 45, 65, 100') },
  names: [
    '{brand} {model} Power Bank {mah} mAh, {color}',
    '{brand} {model} {label} USB-C Portable Charger, {watts} W',
    '{model} {watts} W Power Bank by {brand} - {mah} mAh',
  ],
  opens: [
    'A power bank of {mah} mAh with {watts} watts at the socket that matters.',
    'The {model} carries a phone through {a long weekend|two days of trade fair|a transatlantic flight}.',
    '{brand} fits {mah} mAh into a case the size of a bar of soap.',
  ],
  features: [
    'Fast Charging: An empty phone is half full in about half an hour.',
    'Magnetic: Snaps to the back of the phone and charges without a cable.',
    'display: A small display shows what is left, to the per cent.',
    'two ports: Two ports charge phone and headphones together.',
    'built-in cable: The cable is built in, so it cannot stay at home.',
    'Solar: A solar panel on the back gains a little on sunny days.',
  ],
  uses: ['Allowed in cabin baggage.', 'For {commuters|festivals|hikers}.', 'Also drives a small lamp or a camera.'],
  notes: [
    'Wall charger not included.',
    'Not waterproof.',
    'Made without conflict cobalt.',
    'Do not leave in a hot car.',
  ],
  tags: list('power bank, usb-c, charger, travel, phone'),
};

const keyboards: Kind = {
  category: 'Computers > Keyboards & Mice',
  count: 55,
  price: [18, 190],
  brands: list('Logitech, Razer, Corsair, Cherry, Microsoft, Keyhaven, Pipit'),
  numbering: 'code',
  colors: list('Black, White, Grey, Cream, Graphite, Mint, Pink'),
  materials: list('aluminium, recycled plastic, PBT plastic'),
  specs: { piece: list('Mechanical Keyboard, Wireless Mouse, Wireless Keyboard, Ergonomic Mouse, Compact Keyboard') },
  names: [
    '{brand} {model} {piece}, {color}',
    '{piece} {model} by {brand}',
    '{brand} {model} {label} {piece} - {color}',
  ],
  opens: [
    '{piece} in {tint}, made for {long reports|fast games|small desks}.',
    'The {model} does one thing, and does it {quietly|precisely|for years}.',
    '{brand} gives the {model} a body of {material} and three years of guarantee.',
  ],
  features: [
    'Silent: Quiet enough for a shared office or a sleeping baby.',
    'Backlit: A soft white light comes on when the room gets dark.',
    'multi-device: Switches between three devices at a touch.',
    'rechargeable: A charge by USB-C lasts for weeks.',
    'programmable: Every button can be given another job.',
    'compact: It leaves room on the desk for coffee.',
  ],
  uses: [
    'For Windows, macOS, Linux and tablets.',
    'For {writers|gamers|accountants}.',
    'A present for the home office.',
  ],
  notes: ['No batteries needed.', 'Works without extra software.', 'Not spill-proof.', 'Packed without plastic.'],
  tags: list('computer, office, wireless, desk, usb'),
};

export const electronics: Department = {
  name: 'Electronics',
  tiers: {
    Bose: 1.25,
    Sennheiser: 1.15,
    Halcyon: 1.3,
    'Rega & Pine': 1.5,
    Pipit: 0.55,
    Anker: 0.85,
    Marshall: 1.15,
    Ugreen: 0.8,
  },
  lines:
    list(`Aria, Bravura, Cadence, Dulcet, Echo Park, Fermata, Glissando, Hush, Interval, Jubilee, Kilo, Legato, Motif, Nocturne,
    Octave, Prelude, Quaver, Reverie, Sonata, Tacet, Unison, Vivace, Whisper, Accord, Ballad, Chorale, Descant, Encore, Fugue,
    Harmony, Impulse, Lyric, Madrigal, Nova, Opus, Pulse, Rondo, Serenade, Timbre, Volta, Waltz, Allegro, Basso, Coda`),
  kinds: [overEar, earbuds, headsets, speakers, hifi, turntables, power, keyboards],
};
