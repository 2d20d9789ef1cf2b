// The search state of a conversation, as it is stored between turns.
import { Criterion } from '@finderfee/contract/criterion.ts';
import { z } from 'zod';
import type { ValueField } from '../vocabulary/vocabulary.ts';

const text = z.string();
const flag = z.boolean();
const number = z.number();
const texts = z.array(text);
const optional = { text: text.exactOptional(), flag: flag.exactOptional(), number: number.exactOptional() };
const known = { text: text.nullable().default(null), number: number.nullable().default(null) };

const ShownItem = z.object({
  product_no: number,
  name: text,
  brand: known.text,
  color: known.text,
  material: known.text,
  size: known.text,
  merchant: text.default(''),
  price: known.number,
  currency: text.default(''),
});

const PriceLimits = z.object({
  low: optional.number,
  high: optional.number,
  /** The limit is exclusive. */
  is_low_open: optional.flag,
  is_high_open: optional.flag,
  /** Said as "around": a new figure moves both limits. */
  is_around: optional.flag,
  currency: optional.text,
});

const VALUE_FIELDS = ['brand', 'merchant.name', 'color', 'size', 'material', 'gender', 'condition'] as const;
const Values = z.partialRecord(z.enum(VALUE_FIELDS satisfies readonly ValueField[]), texts);

const StoredState = z.object({
  words: text.default(''),
  /** Phrases of the last message that the catalogue does not know. They rank and never filter. */
  soft: texts.default([]),
  /** The noun of the subject. */
  head: optional.text,
  /** The words were not carried: the next ones replace them. */
  is_absent: optional.flag,
  /** Words added by the last message that had any. */
  last_words: optional.text,
  wanted: Values.default({}),
  unwanted: Values.default({}),
  unwanted_words: texts.default([]),
  /** The colour was chosen from a list and matches exactly. */
  is_color_exact: optional.flag,
  /** A category level chosen in a refinement. */
  category: optional.text,
  price: PriceLimits.default({}),
  discount: z.object({ at_least: optional.number, at_most: optional.number, on_sale: optional.flag }).default({}),
  in_stock: flag.default(false),
  free_shipping: flag.default(false),
  order: z.enum(['cheapest', 'dearest', 'discount']).exactOptional(),
  /** Filters of a model that no other field expresses. */
  criteria: z.array(Criterion).exactOptional(),
  similar_to: z.object({ product_no: number, name: text }).exactOptional(),
  /** The product discussed last. */
  focus: optional.number,
});

const Refinement = z.object({
  /** Choosing an option gives up the words, which name nothing in the catalogue. */
  drops_words: optional.flag,
  category: z.enum(['brand', 'price', 'color', 'size', 'category']),
  options: z.array(
    z.object({
      text,
      count: number,
      /** Set for price bands. */
      price: PriceLimits.exactOptional(),
      /** A product that has the value. */
      product_no: optional.number,
    }),
  ),
});

export const StoredConversation = z.object({
  state: StoredState.prefault({}),
  /** The last page shown. */
  shown: z
    .object({ session_id: text, page_index: number, items: z.array(ShownItem) })
    .nullable()
    .default(null),
  /** The last question, which the next turn may answer. */
  refinement: Refinement.nullable().default(null),
  /** The last turns as text, for the model. */
  history: z.array(z.object({ said: text, reply: text })).default([]),
  /** Earlier searches, the latest first, for "undo". */
  earlier: z.array(StoredState).default([]),
  criteria_set_ids: texts.default([]),
  per_page: number.default(25),
  /** The last reply as it was streamed, so that a stream that was cut off can continue. */
  streamed: z.looseObject({ message_id: text }).nullable().default(null),
});

export type ChatState = z.output<typeof StoredState>;
export type ShownItem = z.output<typeof ShownItem>;
export type PriceLimits = z.output<typeof PriceLimits>;
export type Refinement = z.output<typeof Refinement>;
export type RefinementOption = Refinement['options'][number];

export const emptyState = (): ChatState => ({
  words: '',
  soft: [],
  wanted: {},
  unwanted: {},
  unwanted_words: [],
  price: {},
  discount: {},
  in_stock: false,
  free_shipping: false,
});

/** Prepositions between product words: "shoes for running", "jacket with hood". */
export const JOINTS: ReadonlySet<string> = new Set(['for', 'with', 'without']);
