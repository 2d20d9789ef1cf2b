// The departments of the demo: what each sells, and in which words. The data is in server/demo/departments.
// Texts have slots: `{brand}` is a fact of the product, `{a|b|c}` a choice.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The order decides the product numbers. */
const NAMES = [
  'shoes',
  'clothing',
  'electronics',
  'kitchen',
  'home',
  'watches',
  'bags',
  'toys',
  'tools',
  'beauty',
  'books',
  'outdoor',
];

/** Splits a comma-separated list. */
export const list = (text: string): string[] => text.split(',').map((word) => word.trim());

const texts = z.array(z.string().min(1)).min(1).readonly();
const words = z.union([z.string().transform(list), texts]);
const gender = z.enum(['women', 'men', 'unisex', 'kids']);

const kindSchema = z.strictObject({
  /** The path below the department: 'Boots > Hiking Boots'. */
  category: z.string(),
  /** Number of products in the catalogue. */
  count: z.int().positive(),
  /** The usual range in US dollars. */
  price: z.tuple([z.number(), z.number()]).readonly(),
  brands: words,
  /** Forms of the product's name; each merchant uses one of them. */
  names: texts,
  /** First sentences of descriptions. */
  opens: texts,
  /** `tag: sentence`. A capitalised tag may also appear in the name, as `{label}`. */
  features: texts,
  uses: texts,
  /** Sentences about care, limits and what is not included. */
  notes: texts,
  tags: words,
  /** What distinguishes the models of a line: 'Strider 4', 'Strider X40', or nothing. */
  numbering: z.enum(['edition', 'code', 'none']).optional(),
  /** Replaces the department's lines. */
  lines: words.optional(),
  /** The spec that drives the price; its values are ordered from cheap to expensive. */
  pricedBy: z.string().optional(),
  /** Sizes are ordered from small to large; larger ones cost more. */
  isPricedBySize: z.boolean().optional(),
  /** Patterns of the model's name, instead of lines and numbers. */
  titles: texts.optional(),
  subtitles: texts.optional(),
  colors: words.optional(),
  materials: words.optional(),
  sizes: z.union([z.enum(['shoes', 'clothes']), texts]).optional(),
  genders: words.pipe(z.array(gender)).optional(),
  /** Further facts, drawn once per model, so that its name and description agree. */
  specs: z.record(z.string(), words).optional(),
  genres: words.optional(),
  /** Published, not made by a brand: the brand is the publisher, and there is no model or mpn. */
  isBook: z.boolean().optional(),
});

const departmentSchema = z.strictObject({
  /** The first level of every category path. */
  name: z.string(),
  /** Price factors of brands; 1 for a brand that is not listed. */
  tiers: z.record(z.string(), z.number().positive()),
  /** Names of product lines. A numbered line belongs to one brand of the department. */
  lines: words,
  kinds: z.array(kindSchema),
});

export type Gender = z.infer<typeof gender>;
export type Kind = z.infer<typeof kindSchema>;
export type Department = z.infer<typeof departmentSchema>;

/** A kind in a data file may extend another one, by its category. */
type KindData = { category: string; extends?: string };

export const loadDepartments = (): Department[] =>
  NAMES.map((name) => {
    const file = new URL(`../../demo/departments/${name}.json`, import.meta.url);
    const { kinds, ...department } = JSON.parse(readFileSync(file, 'utf8')) as { kinds: KindData[] };
    const resolved = ({ extends: base, ...own }: KindData): object => {
      if (!base) return own;
      const extended = kinds.find(({ category }) => category === base);
      assert(extended, `${name}.json: ${own.category} extends ${base}, which does not exist`);
      return { ...resolved(extended), ...own };
    };
    return departmentSchema.parse({ ...department, kinds: kinds.map(resolved) });
  });
