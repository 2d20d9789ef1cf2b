// Creates a model of a brand: its name, its features and the facts that all its listings share.
import type { Department, Gender, Kind } from './departments.ts';
import { type Facts, fillName, titleCase } from './fill.ts';
import type { Random } from './random.ts';

export interface Model {
  brand: string;
  name: string;
  /** The usual price in US dollars. */
  usd: number;
  facts: Facts;
  features: readonly Feature[];
  gender?: Gender;
  material?: string;
  genre?: string;
  subtitle?: string;
  mpn: string;
}

interface Feature {
  tag: string;
  words: readonly string[];
  /** Form used in the product name; empty if the name omits it. */
  label: string;
  sentence: string;
}

/** Source of the models of one kind. */
export interface Shelf {
  department: Department;
  kind: Kind;
  features: readonly Feature[];
  lines: ReturnType<typeof linesByBrand>;
  /** Names already used. */
  taken: Set<string>;
}

export function fillShelves(department: Department): Shelf[] {
  const lines = linesByBrand(department);
  return department.kinds.map((kind) => ({
    department,
    kind,
    features: kind.features.map(parseFeature),
    lines,
    taken: new Set<string>(),
  }));
}

const GENDER_LABELS = { women: "Women's", men: "Men's", unisex: 'Unisex', kids: "Kids'" };
const GENDER_WORDS = { women: 'women', men: 'men', unisex: 'people', kids: 'children' };
const EDITIONS = [
  '',
  '',
  ' 2',
  ' 3',
  ' 4',
  ' 5',
  ' 6',
  ' 7',
  ' 8',
  ' 9',
  ' II',
  ' Pro',
  ' Lite',
  ' Plus',
  ' SE',
  ' Evo',
];
const CODE_LETTERS = ['', 'X', 'S', 'T', 'M', 'R', 'Q'];
const MPN_LETTERS = [...'ABCDFGKMPST'];
const KIDS_PRICE = 0.65;

export function makeModel(shelf: Shelf, random: Random): Model {
  const { department, kind, taken } = shelf;
  const specs: Record<string, string> = {};
  const brand = random.pick(kind.brands);
  let name = '';
  for (let attempt = 0; attempt < 50; attempt++) {
    for (const [spec, choices] of Object.entries(kind.specs ?? {})) specs[spec] = random.pick(choices);
    name = kind.titles ? fillName(random.pick(kind.titles), specs, random) : newName(shelf, brand, random);
    if (!taken.has(`${brand} ${name}`)) break;
  }
  taken.add(`${brand} ${name}`);
  const gender = kind.genders && random.pick(kind.genders);
  const material = kind.materials && random.pick(kind.materials);
  const subtitle = kind.subtitles && fillName(random.pick(kind.subtitles), specs, random);
  const features = pickFeatures(shelf.features, random);
  const label = features.find((feature) => feature.label && !name.includes(feature.label))?.label ?? '';
  const facts: Record<string, string> = { ...specs, brand, model: name, label };
  if (gender) Object.assign(facts, { gender: GENDER_WORDS[gender], Gender: GENDER_LABELS[gender] });
  if (material) Object.assign(facts, { material, Material: titleCase(material) });
  if (subtitle) facts.subtitle = subtitle;
  return {
    brand,
    name,
    usd: usdOf(department, kind, facts, random) * (gender === 'kids' ? KIDS_PRICE : 1),
    facts,
    features,
    mpn: newMpn(brand, random),
    ...(gender && { gender }),
    ...(material && { material }),
    ...(kind.genres && { genre: random.pick(kind.genres) }),
    ...(subtitle && { subtitle }),
  };
}

function newName({ department, kind, lines }: Shelf, brand: string, random: Random): string {
  if (kind.numbering === 'none') return random.pick(kind.lines ?? department.lines);
  const line = random.pick(lines.get(brand)!);
  if (kind.numbering !== 'code') return line + random.pick(EDITIONS);
  const number = random.between(2, 99) * random.pick([1, 10, 5, 100]);
  return `${line} ${random.pick(CODE_LETTERS)}${number}`;
}

/** A numbered product line belongs to a single brand. */
function linesByBrand({ kinds, lines }: Department): Map<string, readonly string[]> {
  const numbered = kinds.filter((kind) => !kind.titles && kind.numbering !== 'none');
  const brands = [...new Set(numbered.flatMap((kind) => kind.brands))];
  return new Map(brands.map((brand, no) => [brand, lines.filter((_, i) => i % brands.length === no)]));
}

/** Two or three features with different tags, so never both a slim and a relaxed fit. */
function pickFeatures(features: readonly Feature[], random: Random): Feature[] {
  const picked: Feature[] = [];
  const wanted = random.between(2, 3);
  for (const feature of random.shuffle(features)) {
    if (picked.length === wanted) break;
    const isNews = picked.every(({ words }) => !words.some((word) => feature.words.includes(word)));
    if (isNews) picked.push(feature);
  }
  return picked;
}

function parseFeature(text: string): Feature {
  const [label = '', sentence = ''] = text.split(/: (.*)/);
  const tag = label.toLowerCase();
  return { tag, words: tag.split(/[ -]/), label: label === tag ? '' : label, sentence };
}

function usdOf(department: Department, kind: Kind, facts: Facts, random: Random): number {
  const [low, high] = kind.price;
  // Prices cluster around the middle of the range on a logarithmic scale.
  let position = (random.next() + random.next()) / 2;
  if (kind.pricedBy) {
    const choices = kind.specs?.[kind.pricedBy] ?? [];
    position = 0.3 * position + 0.7 * (choices.indexOf(facts[kind.pricedBy]!) / (choices.length - 1));
  }
  return low * (high / low) ** position * (department.tiers[facts.brand!] ?? 1);
}

function newMpn(brand: string, random: Random): string {
  const letters = brand
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase();
  return `${letters}-${random.pick(MPN_LETTERS)}${random.between(1000, 99_999)}`;
}
