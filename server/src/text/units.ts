// Measures in one spelling: "12 V", "12-volt" and "12v" are `12v`, `1/4"` and "1/4 inch" are `1/4in`.

/** Spellings by the symbol that stands for them. "in" itself is a word too often to be an inch. */
const UNITS: Record<string, string[]> = {
  v: ['volt', 'volts'],
  w: ['watt', 'watts'],
  kw: ['kilowatt', 'kilowatts'],
  ah: [],
  mah: [],
  kb: [],
  mb: ['megabyte', 'megabytes'],
  gb: ['gigabyte', 'gigabytes', 'gig'],
  tb: ['terabyte', 'terabytes'],
  in: ['inch', 'inches', 'zoll', 'pouces', 'pulgadas', '"'],
  ft: ['foot', 'feet'],
  yd: ['yard', 'yards'],
  mm: ['millimeter', 'millimeters', 'millimetre', 'millimetres'],
  cm: ['centimeter', 'centimeters', 'centimetre', 'centimetres'],
  m: ['meter', 'meters', 'metre', 'metres'],
  mg: ['milligram', 'milligrams'],
  mcg: [],
  g: ['gram', 'grams', 'gramm', 'gr'],
  kg: ['kilo', 'kilos', 'kilogram', 'kilograms'],
  oz: ['ounce', 'ounces'],
  lb: ['lbs', 'pound', 'pounds'],
  ml: ['milliliter', 'milliliters', 'millilitre', 'millilitres'],
  cl: [],
  l: ['liter', 'liters', 'litre', 'litres'],
  qt: ['quart', 'quarts'],
  gal: ['gallon', 'gallons'],
  hz: ['hertz'],
  khz: [],
  mhz: [],
  ghz: [],
  mp: ['megapixel', 'megapixels'],
  rpm: [],
  psi: [],
  fps: [],
  pack: ['pk', 'packs', 'pck'],
  ct: ['count'],
  pc: ['pcs', 'piece', 'pieces'],
};

const SYMBOL_OF = new Map(
  Object.entries(UNITS).flatMap(([symbol, spellings]) =>
    [...spellings, ...(symbol === 'in' ? [] : [symbol])].map((spelling) => [spelling, symbol]),
  ),
);

const SPELLINGS = [...SYMBOL_OF.keys()].sort((a, b) => b.length - a.length).join('|');
const NUMBER = String.raw`\d+(?:[.,]\d+)?(?:\/\d+)?`;
const MEASURE = new RegExp(
  String.raw`(?<![\d./,])(${NUMBER})(?:[\s-]*(${SPELLINGS})(?![\p{L}\d])|(?![\p{L}\d.,/]))`,
  'gu',
);

export interface Measure {
  /** As it is indexed and searched. */
  token: string;
  /** The text that it stands for. */
  start: number;
  end: number;
}

/** Tells quickly of most texts that they have none. */
const mayHaveMeasures = (folded: string): boolean => /\d(?:[\s-]*["\p{L}]|[.,/]\d)/u.test(folded);

/** The measures of a folded text; of numbers without a unit only those that other words would tear apart. */
export function measuresOf(folded: string): Measure[] {
  if (!mayHaveMeasures(folded)) return [];
  const found: Measure[] = [];
  for (const match of folded.matchAll(MEASURE)) {
    const [text, number, unit] = match;
    if (!unit && /^\d+$/.test(number!)) continue;
    const token = number!.replace(',', '.') + (unit ? SYMBOL_OF.get(unit)! : '');
    found.push({ token, start: match.index, end: match.index + text.length });
  }
  return found;
}

/** "155 x 220 cm", whether the unit is said or not. */
const DIMENSIONS = /^(\d+(?:[.,]\d+)?) ?x ?(\d+(?:[.,]\d+)?)(?: ?(?:cm|mm|m|inch|in|ft))?$/;

/** The measure that a folded text is and nothing else, with its unit. */
export function measureOf(folded: string): string | undefined {
  const [, width, length] = DIMENSIONS.exec(folded) ?? [];
  if (width) return `${width}x${length}`.replaceAll(',', '.');
  const [one] = measuresOf(folded);
  const isAll = one && one.start === 0 && one.end === folded.length;
  return isAll && /\p{L}$/u.test(one.token) ? one.token : undefined;
}
