// The filters of a search: how each is called and taken back.
import type { Understood } from '@finderfee/contract/conversation.ts';
import { GENDER_TEXTS } from '../language/english-replies.ts';
import { canonicalGender } from '../text/aliases.ts';
import { foldText } from '../text/fold-text.ts';
import { money } from '../text/money.ts';
import { ALTERNATIVES, type ValueField } from '../vocabulary/vocabulary.ts';
import type { ChatState } from './chat-state.ts';

export interface Filter {
  kind: Understood['kind'];
  /** Empty if the state does not have it. */
  text: (state: ChatState) => string;
  /** The state without it. */
  drop: (state: ChatState) => ChatState;
}

const genderText = (value: string) => GENDER_TEXTS[canonicalGender(foldText(value))] ?? value;

/** Catalogue values, in the order of labels. */
export const VALUES: Record<ValueField, { kind: Filter['kind']; text: (value: string) => string }> = {
  condition: { kind: 'condition', text: (value) => value },
  color: { kind: 'color', text: (value) => value },
  gender: { kind: 'gender', text: (value) => value.split(ALTERNATIVES).map(genderText).join(' or ') },
  brand: { kind: 'brand', text: (value) => value },
  material: { kind: 'material', text: (value) => value },
  size: { kind: 'size', text: (value) => `size ${value}` },
  'merchant.name': { kind: 'merchant', text: (value) => `from ${value}` },
};
export const VALUE_FIELDS = Object.keys(VALUES) as ValueField[];

/** Other filters, by the name that releases them. */
export const LIMITS = {
  category: {
    kind: 'category',
    text: ({ category }) => (category ? `in ${category}` : ''),
    drop: ({ category: _, ...state }) => state,
  },
  price: {
    kind: 'price',
    text: ({ price }) => priceText(price),
    drop: (state) => ({ ...state, price: {} }),
  },
  discount: {
    kind: 'discount',
    text: ({ discount }) => discountText(discount),
    drop: (state) => ({ ...state, discount: {} }),
  },
  in_stock: {
    kind: 'availability',
    text: ({ in_stock }) => (in_stock ? 'in stock' : ''),
    drop: (state) => ({ ...state, in_stock: false }),
  },
  free_shipping: {
    kind: 'shipping',
    text: ({ free_shipping }) => (free_shipping ? 'free shipping' : ''),
    drop: (state) => ({ ...state, free_shipping: false }),
  },
} satisfies Record<string, Filter>;

/** The state with these values of a field in place of others. A field without values is absent. */
export function withValues(
  state: ChatState,
  of: 'wanted' | 'unwanted',
  field: ValueField,
  values: string[],
): ChatState {
  const { [field]: _, ...others } = state[of];
  const { is_color_exact, ...rest } = state;
  const isExact = is_color_exact && (of !== 'wanted' || field !== 'color');
  const left = isExact ? state : rest;
  return { ...left, [of]: values.length > 0 ? { ...others, [field]: values } : others };
}

export const withoutValues = (
  state: ChatState,
  of: 'wanted' | 'unwanted',
  field: ValueField,
  removed: readonly string[],
): ChatState =>
  withValues(
    state,
    of,
    field,
    (state[of][field] ?? []).filter((value) => !removed.includes(value)),
  );

export const isLimit = (name: string): name is keyof typeof LIMITS => name in LIMITS;

export function priceText({ low, high, currency = '', is_high_open }: ChatState['price']): string {
  if (low !== undefined && high !== undefined) return `from ${money(low, currency)} to ${money(high, currency)}`;
  if (high !== undefined) return `${is_high_open ? 'below' : 'under'} ${money(high, currency)}`;
  if (low !== undefined) return `over ${money(low, currency)}`;
  return currency ? `in ${currency}` : '';
}

function discountText({ at_least, at_most, on_sale }: ChatState['discount']): string {
  if (at_least !== undefined) return `at least ${Math.round(at_least * 100)}% off`;
  if (at_most !== undefined) return `up to ${Math.round(at_most * 100)}% off`;
  return on_sale === undefined ? '' : on_sale ? 'on sale' : 'not on sale';
}
