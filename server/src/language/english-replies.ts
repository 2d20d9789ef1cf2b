// Sentences and names of the assistant's replies.

const EXAMPLE = 'like "black running shoes under $60, not Nike"';

export const TALK = {
  greeting: `Hello! Tell me what you're looking for, ${EXAMPLE}.`,
  browsing: `Take your time. Tell me a product, a brand or a budget, ${EXAMPLE}, and I'll show you what there is.`,
  thanks: "You're welcome! I'm here if you need anything else.",
  goodbye: 'Goodbye, and thanks for stopping by!',
  help: `Tell me what you're looking for, ${EXAMPLE}. Then you can say "cheaper", "in blue", "another brand", "like the second one", "show more" or "start over".`,
  who: "I'm a shopping assistant that searches this catalogue. I'm a program, not a person.",
  reset: "OK, let's start over. What are you looking for?",
  undo: "There's nothing to undo yet.",
  agreed: 'OK. Tell me what to change, or say "show more".',
  nothing: `I didn't understand that as something to shop for. Name a product, ${EXAMPLE}.`,
  nothing_shown: "I haven't shown you anything yet. What are you looking for?",
  not_shown: "I haven't shown that many. Which one do you mean?",
};

/** What the assistant cannot do. */
export const UNSUPPORTED = {
  ratings: "I don't have ratings or reviews, so these are the best matches for your words.",
  delivery: "I don't know when or where shops deliver; the shop's own site shows that.",
  orders: "I can't place, pay for, track or return orders; the shop does that. I can help you find products.",
  codes: "I don't have coupon codes, but I can show you what's on sale.",
  people: "I can't connect you with a person; I can only search for products.",
  choices: "I can't list those. Name one you like, and I'll look for it.",
  chatter: 'I only know about the products in this catalogue. What are you looking for?',
};

export const LIST_REPLIES = {
  replaced: 'This is a new search, so what you asked for before no longer applies.',
  expired: 'That list has expired, so here is a new one from the start.',
  first_page: 'This is already the first page.',
  out_of_stock: 'It is out of stock.',
  deleted: 'That product is no longer in the catalogue.',
};

export const ORDER_TEXTS = {
  cheapest: 'cheapest first',
  dearest: 'most expensive first',
  discount: 'biggest discount first',
};

export const QUESTIONS = {
  brand: 'Is there a brand you prefer?',
  price: 'How much would you like to spend?',
  color: 'Which colour would you like?',
  size: 'Which size do you need?',
  category: 'Which kind do you mean?',
};

export const PLURALS = {
  brand: 'Brands',
  price: 'Prices',
  color: 'Colours',
  size: 'Sizes',
  category: 'Kinds',
};

export const GENDER_TEXTS: Record<string, string> = {
  female: "women's",
  male: "men's",
  kids: "kids'",
  girls: "girls'",
  boys: "boys'",
};

export const OPERATOR_TEXTS = {
  '=': 'is',
  '!=': 'is not',
  like: 'contains',
  not_like: 'does not contain',
  '<': 'below',
  '<=': 'at most',
  '>': 'over',
  '>=': 'at least',
};
