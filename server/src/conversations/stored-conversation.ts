// Encodes and decodes stored conversations: versioned, upgraded step by step, and validated.
import { z } from 'zod';
import { type ChatState, emptyState, type PriceLimits, type ShownItem } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import type { Refinement, RefinementOption } from './refinement.ts';

/** Version 1 (Finderfee 0.1) has no version field. An incompatible change needs a new version and an upgrade. */
const VERSION = 2;

type Stored = Record<string, unknown>;
/** Upgrades from each version to the next. */
const UPGRADES: Record<number, (stored: Stored) => Stored> = { 1: (stored) => stored };

const DEFAULTS: Omit<Conversation, 'convo_id'> = {
  state: emptyState(),
  shown: null,
  refinement: null,
  history: [],
  criteria_set_ids: [],
  per_page: 25,
};

export const newConversation = (convo_id: string): Conversation => ({ convo_id, ...structuredClone(DEFAULTS) });

export const encodeConversation = (conversation: Conversation): string =>
  JSON.stringify({ version: VERSION, ...conversation });

/** Thrown for invalid data and for data of a later version. */
export class UnreadableConversation extends Error {}

/** Missing fields get their defaults. */
export function decodeConversation(text: string, convo_id: string): Conversation {
  let stored = parse(text);
  const version = stored.version ?? 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > VERSION) {
    throw new UnreadableConversation(`unknown version ${JSON.stringify(version)}, supported are 1 to ${VERSION}`);
  }
  for (let from = version; from < VERSION; from++) stored = UPGRADES[from]!(stored);
  const read = StoredConversation.safeParse(stored);
  if (read.success) return { convo_id, ...read.data } as Conversation;
  // The values are personal data, so the error names only the fields.
  const places = read.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new UnreadableConversation(`invalid fields: ${places}`);
}

function parse(text: string): Stored {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Stored;
  } catch {
    // Reported below.
  }
  throw new UnreadableConversation('it is not a JSON object');
}

/** Requires a schema for every field of T. */
type Shape<T> = { [K in keyof Required<T>]: z.ZodType };

const text = z.string();
const flag = z.boolean();
const number = z.number();
const values = z.partialRecord(
  z.enum(['brand', 'merchant.name', 'color', 'size', 'material', 'gender', 'condition']),
  z.array(text),
);

const price = z.object({
  low: number.optional(),
  high: number.optional(),
  is_low_open: flag.optional(),
  is_high_open: flag.optional(),
  is_around: flag.optional(),
  currency: text.optional(),
} satisfies Shape<PriceLimits>);

const empty = emptyState();
const state = z.object({
  words: text.default(empty.words),
  is_for_lover: flag.optional(),
  last_words: text.optional(),
  wanted: values.default(empty.wanted),
  unwanted: values.default(empty.unwanted),
  unwanted_words: z.array(text).default(empty.unwanted_words),
  is_color_exact: flag.optional(),
  category: text.optional(),
  price: price.default(empty.price),
  discount: z
    .object({ at_least: number.optional(), at_most: number.optional(), on_sale: flag.optional() })
    .default(empty.discount),
  in_stock: flag.default(empty.in_stock),
  free_shipping: flag.default(empty.free_shipping),
  order: z.enum(['cheapest', 'dearest']).optional(),
  similar_to: z.object({ product_no: number, name: text }).optional(),
  focus: number.optional(),
  left: z.object({ wanted: values, unwanted: values, price }).optional(),
} satisfies Shape<ChatState>);

const item = z.object({
  product_no: number,
  name: text,
  brand: text.nullable().default(null),
  color: text.nullable().default(null),
  material: text.nullable().default(null),
  size: text.nullable().default(null),
  merchant: text.default(''),
  price: number.nullable().default(null),
  currency: text.default(''),
} satisfies Shape<ShownItem>);

const option = z.object({
  text,
  count: number,
  price: price.optional(),
  product_no: number.optional(),
} satisfies Shape<RefinementOption>);

const StoredConversation = z.object({
  state: state.default(() => emptyState() as z.output<typeof state>),
  shown: z
    .object({ session_id: text, page_index: number, items: z.array(item) })
    .nullable()
    .default(DEFAULTS.shown),
  refinement: z
    .object({
      category: z.enum(['brand', 'price', 'color', 'size', 'category']),
      options: z.array(option),
    } satisfies Shape<Refinement>)
    .nullable()
    .default(null),
  history: z.array(z.object({ said: text, reply: text })).default([]),
  criteria_set_ids: z.array(text).default([]),
  per_page: number.default(DEFAULTS.per_page),
} satisfies Shape<Omit<Conversation, 'convo_id'>>);
