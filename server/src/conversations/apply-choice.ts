// What a client chose with its own controls: an option of the last question, or a price filter.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { foldText } from '../text/fold-text.ts';
import { Vocabulary } from '../vocabulary/vocabulary.ts';
import { type ChatState, emptyState, type Refinement, type RefinementOption } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import { readTurn } from './read-turn.ts';

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
  if (option) choose(state, refinement!, option);
  if (refinement_selection) {
    const { category, selection } = refinement_selection;
    const name = CATEGORIES.find((known) => known === foldText(category).replace('colour', 'color'));
    // By the last question where it offered this, else by what the words say.
    const offered = refinement?.category === name ? optionOf(refinement, selection) : undefined;
    if (name)
      choose(
        state,
        offered ? refinement! : { category: name },
        offered ?? { text: selection.slice(0, 1000), count: 0 },
      );
    else warning = `I cannot refine by ${category}: brand, price, color, size and category are what I know.`;
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

const CATEGORIES = ['brand', 'price', 'color', 'size', 'category'] as const;

function choose(
  state: ChatState,
  { category, drops_words }: Pick<Refinement, 'category' | 'drops_words'>,
  { text, price }: RefinementOption,
): void {
  if (drops_words) Object.assign(state, { words: '', soft: [], head: '' });
  if (category === 'color') state.is_color_exact = true;
  if (category === 'category') state.category = text;
  else if (category !== 'price') state.wanted[category] = [text];
  else if (price) state.price = price;
  else state.price = readTurn(emptyState(), text, [], Vocabulary.empty()).state.price;
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
