// What a client chose with its own controls: an option of the last question, or a price filter.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { foldText } from '../text/fold-text.ts';
import type { ChatState } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import { readPrice } from './reader/read-price.ts';
import { Sentence } from './reader/sentence.ts';
import type { Refinement, RefinementOption } from './refinement.ts';

type ChatBody = Input<'chat'>['body'];

export interface Choice {
  state: ChatState;
  /** Something was chosen: what follows is a search. */
  is_choice: boolean;
  /** The message itself was the answer to the last question. */
  is_said: boolean;
  warning: string | null;
}

export function applyChoice({ state: before, refinement }: Conversation, body: ChatBody, said: string | null): Choice {
  const state = structuredClone(before);
  const { refinement_selection, product_filter } = body;
  let warning: string | null = null;
  const option = said === null ? undefined : optionOf(refinement, said);
  if (option) choose(state, refinement!.category, option);
  if (refinement_selection) {
    const { category, selection } = refinement_selection;
    const isKnown = select(state, refinement, category, selection);
    if (!isKnown) warning = `I cannot refine by ${category}: brand, price, color, size and category are what I know.`;
  }
  if (product_filter) filterPrice(state, product_filter);
  return {
    state,
    is_choice: Boolean(option || refinement_selection || product_filter),
    is_said: Boolean(option),
    warning,
  };
}

const optionOf = (refinement: Refinement | null, text: string) =>
  refinement?.options.find((option) => foldText(option.text) === foldText(text));

/** By the last question where it offered this, else by what the words say. */
function select(state: ChatState, refinement: Refinement | null, category: string, selection: string): boolean {
  const name = foldText(category).replace('colour', 'color');
  const option = refinement?.category === name ? optionOf(refinement, selection) : undefined;
  if (!isCategory(name)) return false;
  choose(state, name, option ?? { text: selection.slice(0, 1000), count: 0 });
  return true;
}

const isCategory = (name: string): name is Refinement['category'] =>
  ['brand', 'price', 'color', 'size', 'category'].includes(name);

function choose(state: ChatState, category: Refinement['category'], { text, price }: RefinementOption): void {
  if (category === 'color') state.is_color_exact = true;
  if (category === 'category') state.category = text;
  else if (category !== 'price') state.wanted[category] = [text];
  else if (price) state.price = price;
  else {
    const { bare, is_around: _, ...read } = readPrice(new Sentence(text), []);
    state.price = { ...read, ...(bare === undefined ? {} : { high: bare }) };
  }
}

/** Both limits are the client's: one that is absent or null is off. */
function filterPrice(state: ChatState, filter: NonNullable<ChatBody['product_filter']>): void {
  const { currency } = state.price;
  state.price = {
    ...(typeof filter.low_price === 'number' ? { low: filter.low_price } : {}),
    ...(typeof filter.high_price === 'number' ? { high: filter.high_price } : {}),
    ...(currency ? { currency } : {}),
  };
}
