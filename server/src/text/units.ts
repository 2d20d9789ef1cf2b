// Normalises measures: "12 V", "12-volt" and "12v" become `12v`, `1/4"` and "1/4 inch" become `1/4in`.

/** Spellings by symbol. "in" is excluded as a spelling, because it is usually a preposition. */
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
  token: string;
  /** Range in the text. */
  start: number;
  end: number;
}

/** Fast pre-check: most texts contain no measure. */
const mayHaveMeasures = (folded: string): boolean => /\d(?:[\s-]*["\p{L}]|[.,/]\d)/u.test(folded);

/** Measures of a folded text. Numbers without a unit count only if tokenisation would split them. */
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

/** "155 x 220 cm", with or without the unit. */
const DIMENSIONS = /^(\d+(?:[.,]\d+)?) ?x ?(\d+(?:[.,]\d+)?)(?: ?(?:cm|mm|m|inch|in|ft))?$/;

/** The measure, if the whole folded text is one and has a unit. */
export function measureOf(folded: string): string | undefined {
  const [, width, length] = DIMENSIONS.exec(folded) ?? [];
  if (width) return `${width}x${length}`.replaceAll(',', '.');
  const [one] = measuresOf(folded);
  const isAll = one && one.start === 0 && one.end === folded.length;
  return isAll && /\p{L}$/u.test(one.token) ? one.token : undefined;
}
