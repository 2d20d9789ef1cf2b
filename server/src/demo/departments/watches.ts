// Watches: digital, quartz, automatic, smart.
import { type Department, type Kind, list } from '../department.ts';

const digital: Kind = {
  category: 'Digital Watches',
  count: 70,
  price: [18, 160],
  brands: list('Casio, Timex, Lorus, Pulsar, Kettering, Tidewatch'),
  numbering: 'code',
  genders: ['unisex', 'men', 'women', 'kids'],
  colors: list('Black, Silver, Gold, Black/Red, Blue, White, Olive, Pink'),
  materials: list('resin, stainless steel, silicone, recycled plastic'),
  specs: { mm: list('34, 36, 38, 42, 45'), bar: list('3, 5, 10') },
  names: [
    '{brand} {model} Digital Watch, {color}',
    '{brand} {Gender} Digital Watch {model} - {color}',
    '{model} {label} Digital Watch by {brand}, {mm} mm',
  ],
  opens: [
    'A {light|tough|retro} digital watch with a case of {material}, {mm} mm across.',
    'The {model} tells the time at a glance and otherwise {keeps quiet|minds its business}.',
    'The {model} by {brand} has {outlived fashions|timed a million laps|been to the bottom of many rucksacks}.',
  ],
  features: [
    'Solar: Daylight charges it; a full charge lasts ten months in the dark.',
    'stopwatch: Stopwatch, countdown and two time zones.',
    'backlight: A button lights the whole dial.',
    'Shock-Resistant: Takes a fall onto concrete without complaint.',
    'alarm: Five alarms, one of them with snooze.',
    'radio controlled: Sets itself by radio every night.',
    'water resistant: Water resistant to {bar} bar.',
  ],
  uses: ['For {sport|work on site|school}.', 'A watch for people who lose watches.', 'Fits small and large wrists.'],
  notes: [
    'Not a smartwatch: no notifications, no charging.',
    'Battery lasts seven years.',
    'Nickel-free.',
    'Not for diving.',
  ],
  tags: list('watch, digital, retro, sport'),
};

const quartz: Kind = {
  ...digital,
  category: 'Dress Watches',
  count: 75,
  price: [45, 420],
  brands: list('Seiko, Citizen, Fossil, Skagen, Timex, Lorus, Halvorsen, Kettering'),
  genders: ['women', 'men', 'women', 'men', 'unisex'],
  colors: list('Silver, Gold, Rose Gold, Black, Brown, Silver/Blue, Gold/White'),
  materials: list('leather, stainless steel, mesh steel, vegan leather, ceramic'),
  specs: { mm: list('28, 32, 36, 38, 40'), bar: list('3, 5') },
  names: [
    '{brand} {model} {Gender} Watch, {color}',
    '{brand} {Gender} Quartz Watch {model} with {Material} Strap',
    '{model} Analogue Watch by {brand}, {mm} mm, {color}',
  ],
  opens: [
    'A {slim|quiet|bright} {tint} watch of {mm} mm with a strap of {material}.',
    'The {model} slips under a cuff and {needs no attention|is always right}.',
    '{brand} gives the {model} a clear dial, thin hands and room to breathe.',
  ],
  features: [
    'sapphire glass: Sapphire glass that keys cannot scratch.',
    'Solar: Any light charges it, so the battery is never changed.',
    'date: The date sits at three, where you look for it.',
    'quick release: The strap changes without tools.',
    'mother of pearl: The dial is mother of pearl and different on each watch.',
    'Slim: Only 6 mm thin.',
    'Chronograph: Three small dials time eggs, laps and meetings.',
  ],
  uses: ['For {the office|weddings|graduations}.', 'A present that can be engraved.', 'Formal enough, never stiff.'],
  notes: ['Keep away from water: splashes only.', 'Nickel-free.', 'No winding needed.', 'Spare links are in the box.'],
  tags: list('watch, quartz, analogue, elegant, gift'),
};

const automatic: Kind = {
  ...quartz,
  category: 'Automatic & Dive Watches',
  count: 70,
  price: [150, 1400],
  brands: list('Seiko, Citizen, Orient, Tissot, Hamilton & Rowe, Halvorsen, Tidewatch'),
  genders: ['men', 'men', 'unisex', 'women'],
  colors: list('Black, Blue, Silver, Green, Black/Gold, Silver/Black'),
  materials: list('stainless steel, titanium, rubber, bronze, leather'),
  specs: { mm: list('36, 38, 40, 42, 44'), bar: list('10, 20, 30'), reserve: list('38, 41, 50, 70, 80') },
  names: [
    '{brand} {model} Automatic Watch, {color}',
    "{brand} {model} {label} Diver's Watch {mm} mm - {color}",
    '{Gender} Automatic Watch {model} by {brand} ({Material})',
  ],
  opens: [
    'An automatic watch of {mm} mm with {reserve} hours of power reserve.',
    'The {model} winds itself as you walk and shows its work {through a glass back|to nobody}.',
    '{brand} assembles the {model} in house, movement included.',
  ],
  features: [
    'Water-Resistant: Water resistant to {bar} bar.',
    'sapphire glass: Domed sapphire glass with a blue shimmer.',
    'ceramic bezel: The bezel turns with sixty firm clicks.',
    'lume: Hands and markers glow until morning.',
    'glass back: A glass back shows the balance wheel.',
    'screw crown: A screwed crown keeps the sea outside.',
    'day-date: Day and date in one window.',
  ],
  uses: [
    'For {reefs|boardrooms|both sides of the weekend}.',
    'A first mechanical watch.',
    'To be worn, not kept in a safe.',
  ],
  notes: [
    'No battery needed.',
    'Gains or loses up to 15 seconds a day.',
    'Service every five years.',
    'Not antimagnetic.',
  ],
  tags: list('watch, automatic, mechanical, diver, gift'),
};

const smart: Kind = {
  ...digital,
  category: 'Smartwatches & Fitness Trackers',
  count: 65,
  price: [35, 480],
  brands: list('Garmin, Samsung, Fitbit, Polar, Amazfit, Tidewatch, Pipit'),
  genders: ['unisex', 'women', 'men'],
  colors: list('Black, Graphite, Rose Gold, White, Mint, Lilac, Silver, Blue'),
  materials: list('aluminium, silicone, titanium, recycled plastic'),
  specs: { days: list('2, 5, 7, 10, 14, 21'), bar: list('5, 10') },
  names: [
    '{brand} {model} Smartwatch, {color}',
    '{brand} {model} {label} Fitness Tracker - {color}',
    '{model} GPS Running Watch by {brand}, {days} days battery',
  ],
  opens: [
    'A {bright|small|sporty} watch for the wrist that {runs|swims|forgets to stand up}.',
    'The {model} counts steps, hours of sleep and {the beats of your heart|lengths in the pool}.',
    '{brand} lets the {model} run for {days} days between charges.',
  ],
  features: [
    'GPS: Built-in GPS finds satellites in seconds, without a phone.',
    'heart rate: Measures the pulse at the wrist, day and night.',
    'sleep tracking: Tells deep sleep from light and both from lying awake.',
    'Music: Holds five hundred songs for runs without the phone.',
    'contactless payment: Pays at the till with a turn of the wrist.',
    'swim proof: Swims in pools and lakes, to {bar} bar.',
    'maps: Maps with paths and contour lines.',
    'fall alert: Calls for help after a hard fall.',
  ],
  uses: [
    'For {marathon plans|desk workers|triathlons}.',
    'Works with Android and iPhone.',
    'Reads messages, answers the short ones.',
  ],
  notes: [
    'No subscription needed.',
    'Not a medical device.',
    'Not for scuba diving.',
    'Works without an internet connection.',
  ],
  tags: list('smartwatch, fitness, running, health, gps'),
};

export const watches: Department = {
  name: 'Watches',
  tiers: {
    Casio: 0.9,
    Tissot: 1.3,
    'Hamilton & Rowe': 1.4,
    Lorus: 0.7,
    Pipit: 0.5,
    Garmin: 1.3,
    Halvorsen: 1.3,
    Orient: 0.8,
  },
  lines:
    list(`Admiral, Broadway, Compass, Daybreak, Equinox, Falmouth, Gradient, Horizon, Ivory, Jetstream, Kepler, Latitude, Marin,
    Noon, Orbit, Polaris, Quarterdeck, Regatta, Sextant, Tempo, Ultramar, Voyage, Watchman, Zenica, Apogee, Bellwether, Chronos Bay,
    Drake, Epoch, Fathom, Greenwich, Harbourmaster, Interlude, Kingfisher, Lodestar, Mariner, Northstar, Outrigger, Pilotage`),
  kinds: [digital, quartz, automatic, smart],
};
