// The shape of the data tables in departments/: what a department sells and in which words.
// Every text may hold slots: `{brand}` stands for a fact of the product, `{a|b|c}` for one of its choices.

export interface Department {
  /** The first level of every category path. */
  name: string;
  /** What a brand's prices are multiplied by; 1 where it is not named. */
  tiers: Readonly<Record<string, number>>;
  /** Names of product lines. A numbered line belongs to one brand of the department. */
  lines: readonly string[];
  kinds: readonly Kind[];
}

export interface Kind {
  /** The path below the department: 'Boots > Hiking Boots'. */
  category: string;
  /** How many products the catalogue lists. */
  count: number;
  /** The usual range in US dollars. */
  price: readonly [number, number];
  brands: readonly string[];
  /** Forms of the product's name; each merchant keeps to one of them. */
  names: readonly string[];
  /** How a description opens. */
  opens: readonly string[];
  /** `tag: sentence`. A tag that is written with a capital may also stand in the name, as `{label}`. */
  features: readonly string[];
  uses: readonly string[];
  /** Care, limits, and what the product does without. */
  notes: readonly string[];
  tags: readonly string[];
  /** How a model is told from others of its line: 'Strider 4', 'Strider X40', or by the line alone. */
  numbering?: 'edition' | 'code' | 'none';
  /** Instead of the department's lines. */
  lines?: readonly string[];
  /** The spec that makes a model dear; its choices stand from cheap to dear. */
  pricedBy?: string;
  /** Sizes stand from small to large, and the larger cost more. */
  isPricedBySize?: boolean;
  /** Patterns of the model's name, instead of lines and numbers. */
  titles?: readonly string[];
  subtitles?: readonly string[];
  colors?: readonly string[];
  materials?: readonly string[];
  sizes?: 'shoes' | 'clothes' | readonly string[];
  genders?: readonly Gender[];
  /** Further facts, drawn once per model, so that its name and its description agree. */
  specs?: Readonly<Record<string, readonly string[]>>;
  genres?: readonly string[];
  /** Not made by a brand but published: the brand is the publisher, and there is no model or mpn. */
  isBook?: boolean;
}

export type Gender = 'women' | 'men' | 'unisex' | 'kids';

/** A comma-separated list, because the formatter would give every word of an array a line of its own. */
export const list = (text: string): string[] => text.split(',').map((word) => word.trim());
