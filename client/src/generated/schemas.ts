// Generated from openapi.json by `npm run openapi`. The types of requests and replies.

/** A filter on one field. `field` determines the type. All criteria of a search must hold. */
export type Criterion = TextCriterion | FlagCriterion | PriceCriterion | DiscountCriterion | QuantityCriterion;
/** The offer is registered, or its message is stored and the offer will be. Clients must handle both. */
export type OfferReply = OfferReference | MessageAck;
/** A first page carries `query`; a follow-up page carries `cursor` alone. A null `query`, `exclude_query` or `cursor` counts as absent. */
export type SearchRequest = FirstPage | FollowUpPage;
/** What is posted to a webhook. */
export type WebhookEvent =
  | OfferRegisteredEvent
  | ClickRecordedEvent
  | SignupRecordedEvent
  | ConversionChangedEvent
  | RewardChangedEvent
  | FeedFailedEvent
  | WebhookTestedEvent;
/** @maxItems 500 */
export type CreateOffersBody = OfferMessage[];
export type CreateOffersReply = OfferReply[];
export type RecordConversionsReply = RecordedReport[];

/** A key without its secret, which is not stored. */
export interface ApiKey {
  /** Key id. It names the key in logs and in the audit log, and does not reveal it. */
  id: string;
  /** What the key is for. */
  name: string;
  /** What the key may do. */
  scopes: ('discovery' | 'act' | 'catalogue' | 'conversions' | 'operate' | 'admin' | 'pii')[];
  /** Only an `active` key is accepted. */
  state: 'active' | 'expired' | 'revoked';
  /** When it was created. */
  created_at: string;
  /** When it stops working. Null if it does not expire. */
  expires_at: string | null;
  /** When it was revoked. Null if it was not. */
  revoked_at: string | null;
  /** When it was last accepted, to about a minute. Null if it was never used. */
  last_used_at: string | null;
}
/** A key to create. */
export interface ApiKeyInput {
  /** What the key is for, from 1 to 200 characters. */
  name: string;
  /**
   * What the key may do. Your own key must have each of these scopes.
   *
   * @minItems 1
   * @maxItems 7
   */
  scopes: ('discovery' | 'act' | 'catalogue' | 'conversions' | 'operate' | 'admin' | 'pii')[];
  /** When it stops working, ISO 8601, in the future. Without it, the key does not expire. */
  expires_at?: string | null;
}
/** A page of keys. */
export interface ApiKeyList {
  /** Keys, newest first. */
  items: ApiKey[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** A change that an operator made, or an export. */
export interface AuditEntry {
  /** Entry id, assigned by the service. */
  id: number;
  /** When it happened. */
  at: string;
  /** Id of the key that was used; `command line` for commands. */
  key_id: string;
  /** Name of the key at that time. */
  key_name: string;
  /** Name of the operation in this reference, or the command if it has none. */
  action: string;
  /** Id of what was changed. Null if it has none. Emails are masked; an erasure has no subject. */
  subject: string | null;
  /** The `x-request-id` of the request. Null for commands. */
  request_id: string | null;
}
/** A page of the audit log. */
export interface AuditList {
  /** Entries, newest first. */
  items: AuditEntry[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** The merchant of a product: `id` or `name` is required. */
export interface CatalogueMerchant {
  /** Merchant id. A decimal id below 2^53 is kept; any other is replaced by an id of the service. */
  id?: string;
  /** Name of the merchant. */
  name?: string;
  /** Domain of the shop. */
  domain?: string;
  /** URL of the logo. */
  logo_url?: string;
  /** What the merchant sells. */
  description?: string;
}
/** A product with the fields of the JSONL format. Unknown fields are ignored. */
export interface CatalogueProduct {
  /** Product id, chosen by you. Writing it again replaces the product. */
  id: string;
  /** Product name. */
  name: string;
  merchant: CatalogueMerchant;
  /** Product description. */
  description?: string;
  /** URL of the product picture. */
  image_url?: string;
  /** Product page at the merchant, untracked. */
  product_url?: string;
  /** Affiliate tracking link. May hold `{click_id}`. */
  merchant_url?: string;
  /** Brand name. */
  brand?: string;
  /** Category path, `A > B > C`. */
  category?: string;
  /** Price before discounts. */
  regular_price?: number;
  /** Price the shopper pays. Absent: `sale_price`, otherwise `regular_price`. */
  final_price?: number;
  /** Price the shopper pays during a sale. */
  sale_price?: number;
  /** Shipping costs. */
  ship_price?: number;
  /** ISO 4217 code of the prices. */
  currency?: string;
  /** Availability, for example `in_stock` or `out_of_stock`. */
  availability?: string;
  /** Absent: read from `availability`. */
  in_stock?: boolean;
  /** Number of pieces in stock. */
  stock_quantity?: number;
  /**
   * Keywords.
   *
   * @maxItems 500
   */
  tags?: string[];
  /**
   * Ids of the merchant's own categories.
   *
   * @maxItems 500
   */
  merchant_category_ids?: string[];
  /** Colour. `/` and `,` separate several. */
  color?: string;
  /** Size. `/` and `,` separate several. */
  size?: string;
  /** Material. */
  material?: string;
  /** Target group, for example `women` or `unisex`. */
  gender?: string;
  /** Condition, for example `new` or `used`. */
  condition?: string;
  /** Country the product is sold in. */
  country?: string;
  /** Genre of a book, film or game. */
  genre?: string;
  /** Manufacturer. */
  manufacturer?: string;
  /** Model name or number. */
  model?: string;
  /** Publisher. */
  publisher?: string;
  /** Second line of the name. */
  subtitle?: string;
  /** GTIN: EAN, UPC or ISBN. Dropped if its check digit is wrong. */
  barcode?: string;
  /** The merchant's stock keeping unit. */
  sku?: string;
  /** The manufacturer's part number. */
  mpn?: string;
  /** Amazon standard identification number. */
  asin?: string;
  /** Seller on a marketplace. */
  seller_party?: string;
}
/** The reply of the assistant. */
export interface ChatReply {
  /** Always `chat_reply`. */
  type: 'chat_reply';
  /** The conversation. */
  convo_id: string;
  /** Id of this reply, assigned by the service. */
  message_id: string;
  /** What the assistant says, plain text. */
  agent_reply: string;
  /** What the conversation asks for after this turn, each part with a message that takes it back. */
  understood: Understood[];
  /** Products found. Null when the turn found none to show, or the catalogue has nothing of the kind. */
  found_products: FoundProducts | null;
  /** What the shopper should know: a filter that was left out, words that no product confirms, or that nothing matched. `agent_reply` says it too. Null otherwise. */
  product_warning: string | null;
  /** A question to narrow down, or null. */
  refinement_result: RefinementResult | null;
  /** Paging of `found_products`. Null when there are none. */
  pagination: Pagination | null;
}
/** One thing that the assistant understood and uses from turn to turn. */
export interface Understood {
  /** What was understood, as a text to show: `under $60`, `not Nike`. */
  label: string;
  /** What it is. `subject` is the product looked for, `word` a part such as `with hood`, `criterion` another filter. `unknown` is a word that the catalogue does not know. */
  kind:
    | 'subject'
    | 'word'
    | 'brand'
    | 'merchant'
    | 'color'
    | 'size'
    | 'material'
    | 'gender'
    | 'condition'
    | 'category'
    | 'price'
    | 'discount'
    | 'availability'
    | 'shipping'
    | 'exclusion'
    | 'similar'
    | 'sort'
    | 'criterion'
    | 'unknown';
  /** Sent as `chat`, it takes this back, and nothing else. */
  undo_message: string;
}
/** What a turn found. */
export interface FoundProducts {
  /** The query that was searched for. */
  query: string;
  /** The filters that were applied. */
  criteria: Criterion[];
  /** Products of the page by source. The service has one source, `catalogue`. */
  search_results: {
    [k: string]: SearchItem[];
  };
  price_range: PriceRange;
}
/** Compares a text. A product without the field passes `!=` and `not_like` only. */
export interface TextCriterion {
  /** Field of the product. `any` covers every text field and is the default. */
  field:
    | 'any'
    | 'name||description||brand'
    | 'brand'
    | 'category'
    | 'color'
    | 'condition'
    | 'country'
    | 'gender'
    | 'genre'
    | 'manufacturer'
    | 'material'
    | 'model'
    | 'publisher'
    | 'size'
    | 'subtitle'
    | 'tags'
    | 'currency'
    | 'id'
    | 'barcode'
    | 'sku'
    | 'mpn'
    | 'asin'
    | 'merchant.id'
    | 'merchant.name'
    | 'seller_party'
    | 'merchant_category_ids'
    | 'availability';
  /** `=`: the whole value is equal. `like`: every word occurs inside a word of the field. `!=` and `not_like` negate them. */
  operator: '=' | '!=' | 'like' | 'not_like';
  /** Text to compare with, ignoring case, accents and the shape of quotes. `||` separates alternatives: `Nike||Adidas`. */
  value: string;
}
/** Compares a boolean field. */
export interface FlagCriterion {
  /** Field of the product. */
  field: 'on_sale' | 'in_stock';
  /** Always `=`. */
  operator: '=';
  /** The value the field must have. */
  value: boolean;
}
/** Compares an amount, without currency conversion: combine it with a criterion on `currency`. */
export interface PriceCriterion {
  /** Price of the product. `sale_price` is the final price of a product on sale. */
  field: 'regular_price' | 'final_price' | 'sale_price' | 'ship_price';
  /** How the field compares to the value. */
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  /** Amount in the currency of the product. */
  value: number;
}
/** Compares the discount. */
export interface DiscountCriterion {
  /** Discount of the product. */
  field: 'sale_discount';
  /** How the field compares to the value. */
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  /** Fraction from 0 to 1: 0.25 is 25% off. */
  value: number;
}
/** Compares the quantity in stock. */
export interface QuantityCriterion {
  /** Number of pieces in stock. */
  field: 'stock_quantity';
  /** How the field compares to the value. */
  operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  /** Number of pieces. */
  value: number;
}
/** A product in a result set. */
export interface SearchItem {
  /** Always `product`. */
  type: 'product';
  /** Opaque, time-limited handle of a product in a result set, from a search item. */
  slug: string;
  /** Product id in the catalogue. Unlike the slug, it does not expire. */
  id: string;
  /** Product name. */
  name: string;
  /** URL of the product picture. `""` when unknown. */
  image_url: string;
  /** Product page at the merchant, untracked. Use it as `detail_link` of an offer. */
  product_url: string;
  /** Affiliate tracking link, or `product_url` without one. Use it as `direct_link` of an offer. */
  merchant_url: string;
  price: Price;
  /** Merchant that sells the product. Null when unknown. */
  merchant: MerchantSummary | null;
  /** Brand name. Null when unknown. */
  brand: string | null;
  /** Category path, `A > B > C`. Null when unknown. */
  category: string | null;
  /** Availability as stated by the feed, for example `in_stock`. Null when unknown. */
  availability: string | null;
}
/** Current price of a product. An unknown price has null values and no sale. */
export interface Price {
  /** ISO 4217 code, for example `USD`. `""` when unknown. */
  currency: string;
  /** Price before discounts. Null when unknown. */
  regular_value: number | null;
  /** Price the shopper pays. Null when unknown. */
  final_value: number | null;
  /** True when `final_value` is below `regular_value`. */
  on_sale: boolean;
  /** Discount as a fraction from 0 to 1: 0.25 is 25% off. 0 when not on sale. */
  sale_discount: number;
}
/** The merchant that sells a product. */
export interface MerchantSummary {
  /** Merchant id, a decimal string. Can be sent as `product_info.merchant.id`. */
  id: string;
  /** Display name of the merchant. */
  name: string;
  /** URL of the merchant's logo. `""` when unknown. */
  logo_url: string;
}
/** Prices of all products found, in one currency. */
export interface PriceRange {
  /** Lowest price. Null when no price is known. */
  low: number | null;
  /** Highest price. Null when no price is known. */
  high: number | null;
  /** ISO 4217 code of both. */
  currency: string;
}
/** The question that narrows the products down best. */
export interface RefinementResult {
  /** What is asked about: `brand`, `price`, `color`, `size` or `category`. */
  category: string;
  /** Answers to choose from, as texts to show. */
  options: string[];
  /** Number of products per option, in the same order. */
  counts: number[];
}
/** Where the next page of products is. */
export interface Pagination {
  /** The conversation. */
  conversation_id: string;
  /** Ranking session, for `GET /inventory/ranking-sessions/…`. */
  session_id: string;
  /** Zero-based index of this page. */
  page_index: number;
  /** Whether there is another page. */
  has_next_page: boolean;
  /** Index of the next page. Null on the last one. */
  next_page_index: number | null;
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** One turn. At least one of `chat`, `refinement_selection` and `product_filter` is required. */
export interface ChatRequest {
  /** What the shopper says. */
  chat?: string | null;
  /** Answers the question of the last `refinement_result`. */
  refinement_selection?: RefinementSelection | null;
  /** Replaces the price limits. */
  product_filter?: ProductFilter | null;
  /**
   * Ids of criteria sets for this and later turns. Empty: keep those of the previous turn. Default: `[]`.
   *
   * @maxItems 50
   */
  criteria_set_ids?: string[];
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
}
/** The option a shopper chose. */
export interface RefinementSelection {
  /** The `category` of the last `refinement_result`. */
  category: string;
  /** One of its `options`. */
  selection: string;
}
/** Price limits set with a control of the client. */
export interface ProductFilter {
  /** Lowest price. Null: no limit. */
  low_price?: number | null;
  /** Highest price. Null: no limit. */
  high_price?: number | null;
}
/** A click was recorded; bots, previews and repeated clicks are not. */
export interface ClickRecorded {
  /** Click number. */
  id: number;
  /** Loyalty program identifier. */
  program: string;
  /** The conversation. */
  convo_id: string;
  /** The presentment. */
  presentation_id: string;
  /** Click id. */
  click_id: string;
  /** When the click happened. */
  click_at: string;
  /** Email of the shopper, masked unless the webhook has `pii`. Null if it is not known, or was erased. */
  email: string | null;
}
/** A click was recorded; bots, previews and repeated clicks are not. */
export interface ClickRecordedEvent {
  /** Name of the event. */
  type: 'click.recorded';
  /** When it happened. */
  timestamp: string;
  data: ClickRecorded;
}
/** Who is signed in. */
export interface ConsoleSession {
  /** Name of the key. */
  name: string;
  /** Scopes of the key. */
  scopes: ('discovery' | 'act' | 'catalogue' | 'conversions' | 'operate' | 'admin' | 'pii')[];
  /** When the session ends, unless a request extends it: 30 minutes after the last one, and 12 hours after the sign-in. Null for a call with an API key. */
  expires_at: string | null;
}
/** The trace of a conversation. */
export interface Conversation {
  /** Always `conversation`. */
  type: 'conversation';
  /** The conversation. */
  convo_id: string;
  /** When its first event happened. */
  started_at: string;
  state: ConversationState;
  /** Events of this page, oldest first. */
  events: ConversationEvent[];
}
/** Current state of the conversation. */
export interface ConversationState {
  /** Query of the latest search. Null when there was none. */
  query: string | null;
  /** Filters of the latest search. */
  criteria: Criterion[];
  /** Ranking session of the latest search. */
  session_id: string | null;
}
/** One event of a conversation. */
export interface ConversationEvent {
  /** When it happened. */
  at: string;
  /** What happened. `tool`: an agent called a tool of `/mcp`. */
  kind: 'search' | 'chat' | 'offer' | 'click' | 'signup' | 'conversion' | 'webhook' | 'tool';
  /** Id of the fact, unique within its kind. */
  id: string;
  /** The fact's own fields. Emails are masked unless the key has the scope `pii`. */
  data: {
    [k: string]: unknown;
  };
}
/** A page of conversations. */
export interface ConversationList {
  /** Conversations, the one with the last event first. A page may be short although others follow. */
  items: ConversationSummary[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** A conversation in a list. */
export interface ConversationSummary {
  /** The conversation. */
  convo_id: string;
  /** When its first event happened. */
  started_at: string;
  /** When its last event happened. */
  last_event_at: string;
  /** Events by kind, at most the newest 10,000 of searches and of others. */
  counts: {
    /** Searches, those of chat turns included. */
    search: number;
    /** Turns of the chat. */
    chat: number;
    /** Offers. */
    offer: number;
    /** Clicks. */
    click: number;
    /** Signups. */
    signup: number;
    /** Changes of conversions. */
    conversion: number;
    /** Webhooks. */
    webhook: number;
    /** Tool calls of agents, those without a fact of their own included. */
    tool: number;
  };
  /** What the shopper last said. Null without a turn, or if it was a choice without words. */
  last_chat: string | null;
  /** Query of the last search. Null without one. */
  last_query: string | null;
}
/** A sale, as its reports together describe it. */
export interface Conversion {
  /** Conversion id, assigned by the service. */
  id: number;
  /** Name of the network account. */
  network: string;
  /** The network's id of the transaction. */
  transaction_id: string;
  /** Part of the transaction. Null if it is reported as a whole. */
  item_id: string | null;
  /** Status of the sale, as the network decided. */
  status: 'pending' | 'approved' | 'declined';
  /** Whether the network has paid the commission. */
  is_paid: boolean;
  /** What the shopper paid, corrections included. A decimal string; null when unknown. */
  sale_amount: string | null;
  /** What the network pays to you, corrections included. A decimal string; null when unknown. */
  commission: string | null;
  /** ISO 4217 code. Null when unknown. */
  currency: string | null;
  /** Id of the matched click, or the reported id. */
  click_id: string | null;
  /** Id of the offer that was clicked. Null when unknown. */
  offer_id: number | null;
  /** Program of the matched click. Null while unmatched. */
  program: string | null;
  /** Why no click is known. `not_reported`: only corrections of it have arrived. `no_click_id`: no report names one. `unknown_click`: it has not arrived yet. `ambiguous`: the id occurs in several programs. `click_after_sale`: the click is dated after the sale. */
  unmatched_reason: ('not_reported' | 'no_click_id' | 'unknown_click' | 'ambiguous' | 'click_after_sale') | null;
  /** Null while the conversion is not matched to a click. */
  reward: ConversionReward | null;
  /** Every report, in the order of arrival. */
  history: ConversionHistoryEntry[];
}
/** The reward of a conversion. */
export interface ConversionReward {
  /** What the shopper earns, a decimal string. Null if `reason` says why there is none. */
  amount: string | null;
  /** ISO 4217 code. Null when unknown. */
  currency: string | null;
  /** Why there is no reward. `no_offer`: no offer is known for the click. `no_rebate`: the offer has no `rebate_pct`. `rebate_out_of_range`: it is negative, or above what this installation allows. `no_amount`: neither the report nor an offer registered with a key says what was paid. `no_currency`: the report and the account name no currency. */
  reason: ('no_offer' | 'no_rebate' | 'rebate_out_of_range' | 'no_amount' | 'no_currency') | null;
}
/** A report of the conversion or of a correction. */
export interface ConversionHistoryEntry {
  /** When the report arrived. */
  received_at: string;
  /** When the network changed the transaction. */
  modified_at: string | null;
  /** Status of the sale, as the network decided. */
  status: 'pending' | 'approved' | 'declined';
  /** Sale amount of the report. A decimal string; null when unknown. */
  sale_amount: string | null;
  /** Commission of the report. A decimal string; null when unknown. */
  commission: string | null;
  /** Whether it was the newest report of its transaction when it arrived. */
  is_applied: boolean;
}
/** A sale was reported for the first time, or changed. */
export interface ConversionChanged {
  /** Conversion id, assigned by the service. */
  id: number;
  /** Name of the network account. */
  network: string;
  /** The network's id of the transaction. */
  transaction_id: string;
  /** Part of the transaction. Null if it is reported as a whole. */
  item_id: string | null;
  /** Status of the sale, as the network decided. */
  status: 'pending' | 'approved' | 'declined';
  /** Whether the network has paid the commission. */
  is_paid: boolean;
  /** What the shopper paid, corrections included. A decimal string; null when unknown. */
  sale_amount: string | null;
  /** What the network pays to you, corrections included. A decimal string; null when unknown. */
  commission: string | null;
  /** ISO 4217 code. Null when unknown. */
  currency: string | null;
  /** Id of the matched click, or the reported id. */
  click_id: string | null;
  /** Id of the offer that was clicked. Null when unknown. */
  offer_id: number | null;
  /** Program of the matched click. Null while unmatched. */
  program: string | null;
  /** Why no click is known. `not_reported`: only corrections of it have arrived. `no_click_id`: no report names one. `unknown_click`: it has not arrived yet. `ambiguous`: the id occurs in several programs. `click_after_sale`: the click is dated after the sale. */
  unmatched_reason: ('not_reported' | 'no_click_id' | 'unknown_click' | 'ambiguous' | 'click_after_sale') | null;
  /** Null while the conversion is not matched to a click. */
  reward: ConversionReward | null;
  /** The shop's id of the order. Null if it was not reported. */
  order_id: string | null;
  /** When the sale happened. */
  occurred_at: string;
  /** Conversation of the click. Null while unmatched. */
  convo_id: string | null;
  /** Presentment of the click. Null while unmatched. */
  presentation_id: string | null;
  /** Email of the shopper, masked unless the webhook has `pii`. Null if it is not known, or was erased. */
  email: string | null;
}
/** A sale was reported for the first time, or changed. */
export interface ConversionChangedEvent {
  /** Name of the event. */
  type: 'conversion.recorded' | 'conversion.updated';
  /** When it happened. */
  timestamp: string;
  data: ConversionChanged;
}
/** A page of conversions. */
export interface ConversionList {
  /** Conversions, newest first. */
  items: Conversion[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** The click that led to a sale. */
export interface ConversionMatch {
  /** Id of the click, or its 32-character network form. */
  click_id: string;
  /** Program of the click. Required if the click id occurs in several programs. */
  program?: string | null;
}
/** What a network says about one transaction at one time. */
export interface ConversionReport {
  /** Name of your account with the affiliate network, case-insensitive. An account that does not exist is added. */
  network: string;
  /** The network's id of the transaction. */
  transaction_id: string;
  /** Part of the transaction, if the network reports its items one by one. */
  item_id?: string | null;
  /** The transaction that this one corrects; its item is the one of this report. The amounts are added to those of the original. */
  original_transaction_id?: string | null;
  /** The shop's id of the order. */
  order_id?: string | null;
  /** The click id as the network returns it: as sent, or in its 32-character network form. */
  click_id?: string | null;
  /** Loyalty program identifier. Required if the same click id occurs in several programs. */
  program?: string | null;
  /** What the shopper paid. A decimal string or a number, negative for a refund; null: not known. */
  sale_amount?: (string | number) | null;
  /** What the network pays to you. A decimal string or a number, negative for a refund; null: not known. */
  commission?: (string | number) | null;
  /** ISO 4217 code of both amounts. Without it, the currency of the account, if it has one. */
  currency?: string | null;
  /** What the network decided about the sale. Without it, as reported before, or `pending`. */
  status?: ('pending' | 'approved' | 'declined') | null;
  /** Whether the network has paid the commission. */
  is_paid?: boolean | null;
  /** When the sale happened, ISO 8601. Without it, the time of arrival. */
  occurred_at?: string | null;
  /** When the network changed the transaction, ISO 8601. The report with the latest one decides; without it, the last to arrive. */
  modified_at?: string | null;
}
/** Reports to record, all or none. */
export interface ConversionsInput {
  /**
   * Reports, from 1 to 1,000.
   *
   * @minItems 1
   * @maxItems 1000
   */
  conversions: ConversionReport[];
}
/** A new key. */
export interface CreatedApiKey {
  /** Key id. It names the key in logs and in the audit log, and does not reveal it. */
  id: string;
  /** What the key is for. */
  name: string;
  /** What the key may do. */
  scopes: ('discovery' | 'act' | 'catalogue' | 'conversions' | 'operate' | 'admin' | 'pii')[];
  /** Only an `active` key is accepted. */
  state: 'active' | 'expired' | 'revoked';
  /** When it was created. */
  created_at: string;
  /** When it stops working. Null if it does not expire. */
  expires_at: string | null;
  /** When it was revoked. Null if it was not. */
  revoked_at: string | null;
  /** When it was last accepted, to about a minute. Null if it was never used. */
  last_used_at: string | null;
  /** The key. It is shown this once. */
  key: string;
}
/** A new webhook with its secret. */
export interface CreatedWebhook {
  /** Webhook id, assigned by the service. */
  id: number;
  /** Where events are sent. */
  url: string;
  /** Events that are sent. */
  events: (
    | 'offer.registered'
    | 'click.recorded'
    | 'signup.recorded'
    | 'conversion.recorded'
    | 'conversion.updated'
    | 'reward.changed'
    | 'feed.failed'
    | 'webhook.test'
  )[];
  /** Your own note. Null if there is none. */
  description: string | null;
  /** Whether emails are sent unmasked. */
  pii: boolean;
  /** Whether events are sent. Events of a disabled webhook wait. */
  enabled: boolean;
  /** When it was disabled. Null while it is enabled. */
  disabled_at: string | null;
  /** Why it was disabled. Null while it is enabled. */
  disabled_reason: string | null;
  /** First failed attempt since the last successful one. Null if the last one succeeded. */
  failing_since: string | null;
  /** When it was created. */
  created_at: string;
  /** Key that signs deliveries: `whsec_` and base64. It is shown this once. */
  secret: string;
}
/** A saved bundle of filters. */
export interface CriteriaSet {
  /** Always `affiliate_discovery_criteria_set`. */
  type: 'affiliate_discovery_criteria_set';
  /** Id of the set, chosen by you: 1 to 128 letters, digits, `_`, `.` or `-`. */
  id: string;
  /** Display name. */
  name: string;
  /** Words added to the query of a search. */
  query: string | null;
  /** Words of products to exclude. */
  exclude_query: string | null;
  /** Filters. All of them must hold. */
  criteria: Criterion[];
  /** When the set was created. */
  created_at: string;
  /** When the set was last replaced. */
  updated_at: string;
}
/** A criteria set to create or replace. */
export interface CriteriaSetInput {
  /** Id of the set, chosen by you: 1 to 128 letters, digits, `_`, `.` or `-`. */
  id: string;
  /** Display name. */
  name: string;
  /** Words added to the query of every search that uses the set. */
  query?: string | null;
  /** Excludes products, like `exclude_query` of a search. */
  exclude_query?: string | null;
  /**
   * Filters. All of them must hold. Default: `[]`.
   *
   * @maxItems 100
   */
  criteria?: Criterion[];
  /** Output only. Ignored in a request. */
  type?: unknown;
  /** Output only. Ignored in a request. */
  created_at?: unknown;
  /** Output only. Ignored in a request. */
  updated_at?: unknown;
}
/** All criteria sets of the installation. */
export interface CriteriaSetList {
  /** Always `affiliate_discovery_criteria_set_list`. */
  type: 'affiliate_discovery_criteria_set_list';
  /** Every criteria set, ordered by id. */
  items: CriteriaSet[];
}
/** One event for one webhook. */
export interface Delivery {
  /** Delivery id, assigned by the service. */
  id: number;
  /** Id of the event, sent as `webhook-id`. */
  event_id: string;
  /** Name of the event. */
  type:
    | 'offer.registered'
    | 'click.recorded'
    | 'signup.recorded'
    | 'conversion.recorded'
    | 'conversion.updated'
    | 'reward.changed'
    | 'feed.failed'
    | 'webhook.test';
  /** When the event happened. */
  timestamp: string;
  /** `waiting`: for its next attempt. `delivered`: answered with 2xx. `failed`: no attempts are left. */
  state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due. Null unless `waiting`; a disabled webhook gets it once enabled. */
  next_attempt_at: string | null;
  /** Its attempts, in order. */
  attempts: DeliveryAttempt[];
}
/** One request of a delivery. */
export interface DeliveryAttempt {
  /** When the request was sent. `webhook-timestamp` holds its seconds. */
  at: string;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** HTTP status of the answer. Null if there was none. */
  status: number | null;
  /** Why there was no answer. Null if there was one. */
  error: string | null;
  /** The first kilobyte of the answer, with emails masked. Null if there was no answer. */
  response: string | null;
}
/** A page of deliveries. */
export interface DeliveryList {
  /** Deliveries, newest first. */
  items: Delivery[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** What an erasure did. */
export interface Erasure {
  /** Whether the person, or a mention of the email, was found. */
  is_known: boolean;
  /** Whether no byte of it is left in the databases. False while something else, such as a backup, still reads an old page, or if the role does not own the tables in PostgreSQL: erase again later, or run VACUUM as their owner. */
  is_overwritten: boolean;
}
/** The person to erase. */
export interface ErasureInput {
  /** Email of the person, compared without case. */
  email: string;
}
/** A search to explain. */
export interface ExplainRequest {
  /** What the shopper is looking for, in their own words. */
  query: string;
  /**
   * Ids of criteria sets to apply. An unknown id applies nothing and is not an error.
   *
   * @maxItems 50
   */
  criteria_set_ids?: string[];
  /** Excludes products that have all of these words in their name, description or brand. `||` separates alternatives. */
  exclude_query?: string | null;
  /**
   * Filters in addition to the query. All of them must hold.
   *
   * @maxItems 100
   */
  criteria?: Criterion[];
  /** Number of products to explain, from 1 to 100. The default is 10. Default: `10`. */
  limit?: number;
  /** Number of products to skip, for later pages. Default: `0`. */
  offset?: number;
}
/** A product, and why it ranks where it does. */
export interface ExplainedHit {
  product: ExplainedProduct;
  /** Score that the products are ordered by. */
  score: number;
  /** Words of the query that the product matches. */
  words: TermScore[];
  /** What the score is made of. Null beyond the 200 best candidates: their score is that of their words. */
  signals: RankingSignals | null;
  /** Near-identical to a product above. Such products rank behind the first hundred. */
  is_duplicate: boolean;
}
/** A product that was found. */
export interface ExplainedProduct {
  /** Always `product`. */
  type: 'product';
  /** Product id in the catalogue. Unlike the slug, it does not expire. */
  id: string;
  /** Product name. */
  name: string;
  /** URL of the product picture. `""` when unknown. */
  image_url: string;
  /** Product page at the merchant, untracked. Use it as `detail_link` of an offer. */
  product_url: string;
  /** Affiliate tracking link, or `product_url` without one. Use it as `direct_link` of an offer. */
  merchant_url: string;
  price: Price;
  /** Merchant that sells the product. Null when unknown. */
  merchant: MerchantSummary | null;
  /** Brand name. Null when unknown. */
  brand: string | null;
  /** Category path, `A > B > C`. Null when unknown. */
  category: string | null;
  /** Availability as stated by the feed, for example `in_stock`. Null when unknown. */
  availability: string | null;
}
/** The score of one query word. */
export interface TermScore {
  /** Word of the query. */
  word: string;
  /** Word of the product that it matched. */
  by: string;
  /** How the two are related. `typed`: the same word. `joined`, `split`: written in one word or in two. `inflected`: another ending. `corrected`: no product has the word as typed. `prefix`: the last word, completed. `compound`: the end of a longer word. `negated`: the query says "without", and the product states that it lacks it. */
  why: 'typed' | 'joined' | 'split' | 'inflected' | 'corrected' | 'prefix' | 'synonym' | 'compound' | 'negated';
  /** Score of the match (BM25F). */
  points: number;
}
/** Contribution of each ranking signal. They add up to the score. */
export interface RankingSignals {
  /** Score of all words, as a share of the best one among the candidates. */
  lexical: number;
  /** Similarity to the best hits, by word vectors. */
  word_vectors: number;
  /** Similarity to the best hits, by category. */
  category: number;
  /** Share of the query that the name has before words like "for" and "with". */
  main_part: number;
  /** The query names the brand. */
  brand: number;
  /** The product has every word of the query. */
  all_words: number;
  /** Length of the name. Negative. */
  long_name: number;
  /** Words that the query excludes with "without". Negative. */
  unwanted: number;
  /** The product is out of stock. Negative. */
  out_of_stock: number;
  /** A word of the query is an identifier of the product. */
  identifier: number;
  /** The query is the name of the product. */
  exact_name: number;
}
/** The ranking of a search. */
export interface ExplainedSearch {
  /** Always `explained_search`. */
  type: 'explained_search';
  /** The interpreted query: normalised, with spelling corrected. */
  query: string;
  /** Spelling corrections. */
  corrections: {
    /** Word that no product has. */
    typed: string;
    /** Word that was searched instead. */
    meant: string;
  }[];
  /** Number of products in the result set of this search, at most `SESSION_MAX_RESULTS`. */
  found: number;
  /** Products in the order of the search, `limit` after the first `offset`. */
  items: ExplainedHit[];
}
/** A registered feed. */
export interface Feed {
  /** Always `feed`. */
  type: 'feed';
  /** Feed id. */
  id: string;
  /** Where the feed is fetched from, shortened to its host. */
  url: string;
  /** `full`: products missing from the file are deleted. */
  mode: 'delta' | 'full';
  /** Time between two fetches. */
  every: string;
  /** Format of the file; `auto` if it is detected from the content. */
  format: string;
  /** Whether the feed has a mapping. */
  is_mapped: boolean;
  /** Merchant id for all products, where the feed does not name a merchant. */
  merchant_id: string | null;
  /** Merchant name for all products, where the feed does not name a merchant. */
  merchant_name: string | null;
  /** Domain of the merchant, for example `shop.example`. */
  domain: string | null;
  /** ISO 4217 code of prices without a currency. */
  currency: string | null;
  /** How tracking links are built from plain ones: `https://track.example/deep?u={url}&sid={click_id}`. */
  link_template: string | null;
  /** Your id with the affiliate network. Fills the placeholder in its links. */
  publisher_id: string | null;
  /** Text encoding, where it is neither UTF-8 nor Latin-1. */
  encoding: string | null;
  /** Whether products that cannot be sold are rejected. */
  strict: boolean;
  /** Whether fetching is paused. */
  is_paused: boolean;
  /** Number of failed runs since the last successful one. */
  failures: number;
  /** When it is fetched next. Null while paused. */
  next_run_at: string | null;
  /** When the feed was registered. */
  created_at: string;
}
/** Changes to a feed. An absent field stays as it is; null removes a setting. */
export interface FeedChange {
  /** Where the feed is fetched from. It may hold a secret: responses show its host only. */
  url?: string;
  /** Time between two fetches: `30min`, `6h` or `1d`; at most `30d`. */
  every?: string;
  /** `full`: products missing from the file are deleted. `delta`: they stay. */
  mode?: 'delta' | 'full';
  /** `auto` detects it from the content. Otherwise `google`, `meta`, `openai`, `awin`, `cj`, `rakuten`, `shareasale`, `shopify`, `2performant`, `finderfee` or `mapped`. */
  format?: string;
  /** Which column holds which field, for a format of your own: `{"fields": {"id": "SKU", …}, "constants": {…}}`. */
  mapping?: unknown;
  /** Merchant id for all products, where the feed does not name a merchant. */
  merchant_id?: string | null;
  /** Merchant name for all products, where the feed does not name a merchant. */
  merchant_name?: string | null;
  /** Domain of the merchant, for example `shop.example`. */
  domain?: string | null;
  /** ISO 4217 code of prices without a currency. */
  currency?: string | null;
  /** How tracking links are built from plain ones: `https://track.example/deep?u={url}&sid={click_id}`. */
  link_template?: string | null;
  /** Your id with the affiliate network. Fills the placeholder in its links. */
  publisher_id?: string | null;
  /** Text encoding, where it is neither UTF-8 nor Latin-1. */
  encoding?: string | null;
  /** Reject products that cannot be sold: without a price, without a currency, without a link, or with a publisher id placeholder left in a link. */
  strict?: boolean;
  /** True: not fetched until resumed. */
  is_paused?: boolean;
}
/** A column of the file. */
export interface FeedColumn {
  /** Column, as a mapping may name it. Nested XML and JSON is a path. */
  name: string;
  /** Product fields that are read from it. */
  fields: string[];
  /** Whether it is read at all. A column without a field may still decide about others. */
  is_used: boolean;
  /** Its first value, shortened. `""` if the rows that were read have none. */
  example: string;
}
/** A feed run failed, or a guard stopped it. */
export interface FeedFailed {
  /** Feed id. */
  feed: string;
  /** Run id. */
  run_id: number;
  /** Mode of the run. */
  mode: 'delta' | 'full';
  /** Where the file came from, shortened to its host. */
  source: string;
  /** `stopped`: a guard rejected a full feed. */
  state: 'failed' | 'stopped';
  /** Why it failed or stopped. */
  message: string;
  /** When the run ended. */
  failed_at: string;
}
/** A feed run failed, or a guard stopped it. */
export interface FeedFailedEvent {
  /** Name of the event. */
  type: 'feed.failed';
  /** When it happened. */
  timestamp: string;
  data: FeedFailed;
}
/** A feed to register. */
export interface FeedInput {
  /** Feed id, chosen by you: 1 to 64 letters, digits, `_`, `.` or `-`. */
  id: string;
  /** Where the feed is fetched from. It may hold a secret: responses show its host only. */
  url: string;
  /** Time between two fetches: `30min`, `6h` or `1d`; at most `30d`. Default: `"6h"`. */
  every?: string;
  /** `full`: products missing from the file are deleted. `delta`: they stay. Default: `"full"`. */
  mode?: 'delta' | 'full';
  /** `auto` detects it from the content. Otherwise `google`, `meta`, `openai`, `awin`, `cj`, `rakuten`, `shareasale`, `shopify`, `2performant`, `finderfee` or `mapped`. Default: `"auto"`. */
  format?: string;
  /** Which column holds which field, for a format of your own: `{"fields": {"id": "SKU", …}, "constants": {…}}`. */
  mapping?: unknown;
  /** Merchant id for all products, where the feed does not name a merchant. */
  merchant_id?: string;
  /** Merchant name for all products, where the feed does not name a merchant. */
  merchant_name?: string;
  /** Domain of the merchant, for example `shop.example`. */
  domain?: string;
  /** ISO 4217 code of prices without a currency. */
  currency?: string;
  /** How tracking links are built from plain ones: `https://track.example/deep?u={url}&sid={click_id}`. */
  link_template?: string;
  /** Your id with the affiliate network. Fills the placeholder in its links. */
  publisher_id?: string;
  /** Text encoding, where it is neither UTF-8 nor Latin-1. */
  encoding?: string;
  /** Reject products that cannot be sold: without a price, without a currency, without a link, or with a publisher id placeholder left in a link. Default: `false`. */
  strict?: boolean;
}
/** All feeds. */
export interface FeedList {
  /** Always `feed_list`. */
  type: 'feed_list';
  /** Every registered feed, ordered by id. */
  items: ListedFeed[];
  /** Feeds that are not registered and have products or runs: the demo catalogue, and imports by hand. */
  unregistered: UnregisteredFeed[];
}
/** A registered feed, its products and its last run. */
export interface ListedFeed {
  /** Always `feed`. */
  type: 'feed';
  /** Feed id. */
  id: string;
  /** Where the feed is fetched from, shortened to its host. */
  url: string;
  /** `full`: products missing from the file are deleted. */
  mode: 'delta' | 'full';
  /** Time between two fetches. */
  every: string;
  /** Format of the file; `auto` if it is detected from the content. */
  format: string;
  /** Whether the feed has a mapping. */
  is_mapped: boolean;
  /** Merchant id for all products, where the feed does not name a merchant. */
  merchant_id: string | null;
  /** Merchant name for all products, where the feed does not name a merchant. */
  merchant_name: string | null;
  /** Domain of the merchant, for example `shop.example`. */
  domain: string | null;
  /** ISO 4217 code of prices without a currency. */
  currency: string | null;
  /** How tracking links are built from plain ones: `https://track.example/deep?u={url}&sid={click_id}`. */
  link_template: string | null;
  /** Your id with the affiliate network. Fills the placeholder in its links. */
  publisher_id: string | null;
  /** Text encoding, where it is neither UTF-8 nor Latin-1. */
  encoding: string | null;
  /** Whether products that cannot be sold are rejected. */
  strict: boolean;
  /** Whether fetching is paused. */
  is_paused: boolean;
  /** Number of failed runs since the last successful one. */
  failures: number;
  /** When it is fetched next. Null while paused. */
  next_run_at: string | null;
  /** When the feed was registered. */
  created_at: string;
  /** Number of products of the feed in the catalogue. */
  products: number;
  /** Its last run. Null if none is on record. */
  last_run: FeedRun | null;
}
/** One fetch of a feed and what it changed. */
export interface FeedRun {
  /** Always `feed_run`. */
  type: 'feed_run';
  /** Run id, assigned by the service. */
  id: number;
  /** The feed. */
  feed_id: string;
  /** Mode of the run. */
  mode: 'delta' | 'full';
  /** `stopped`: a guard rejected a full feed. `unchanged`: the source reported no change. */
  state: 'running' | 'done' | 'stopped' | 'failed' | 'unchanged';
  /** Where the file came from, shortened to its host. */
  source: string;
  /** Why it stopped or failed. `""` otherwise. */
  message: string;
  /** When the run started. */
  started_at: string;
  /** When the run ended. Null while it is running. */
  finished_at: string | null;
  /** Progress, to about two seconds. Null unless the run is `running` and has progress. */
  progress: {
    /** What is being done, for example `reading`. */
    phase: string;
    /** Share of it that is done, from 0 to 1. Null if unknown. */
    share: number | null;
  } | null;
  /** Detected format. Null until it is known. */
  format: string | null;
  /** What the format was detected from. */
  recognised_by: string;
  /** Number of rows read. */
  rows: number;
  /** Number of rows that are now products of the catalogue. */
  products: number;
  /** Number of new products. */
  inserted: number;
  /** Number of changed products. */
  updated: number;
  /** Number of products that were already the same. */
  unchanged: number;
  /** Number of deleted products. */
  deleted: number;
  /** Number of rows replaced by a later row of the same file. */
  repeated: number;
  /** Number of rejected rows. */
  rejected: number;
  /** Number of rejected rows, by field and reason. */
  reasons: {
    [k: string]: number;
  };
  /** Number of values left out of accepted products, by field and reason. */
  dropped: {
    [k: string]: number;
  };
  /** Number of accepted products that cannot be sold, by field and reason: no price, no currency, no link, or a publisher id placeholder left in a link. */
  warnings: {
    [k: string]: number;
  };
  /** Remarks on the file as a whole. */
  notes: string[];
}
/** A feed that was imported, but is not fetched. */
export interface UnregisteredFeed {
  /** Feed id. `""`: products that belong to no feed. */
  id: string;
  /** Number of products of the feed in the catalogue. */
  products: number;
  /** Its last run. Null if none is on record. */
  last_run: FeedRun | null;
}
/** What a run would change. */
export interface FeedPrediction {
  /** Always `feed_prediction`. */
  type: 'feed_prediction';
  /** The feed. */
  feed_id: string;
  /** Mode of the feed. */
  mode: 'delta' | 'full';
  /** `stopped`: a guard would reject the file. `failed`: it cannot be fetched or read. */
  state: 'done' | 'stopped' | 'failed';
  /** Why it is stopped or failed, or that nothing was changed. */
  message: string;
  /** Detected format. Null until it is known. */
  format: string | null;
  /** What the format was detected from. */
  recognised_by: string;
  /** Number of rows read. */
  rows: number;
  /** Number of rows that are now products of the catalogue. */
  products: number;
  /** Number of new products. */
  inserted: number;
  /** Number of changed products. */
  updated: number;
  /** Number of products that were already the same. */
  unchanged: number;
  /** Number of deleted products. */
  deleted: number;
  /** Number of rows replaced by a later row of the same file. */
  repeated: number;
  /** Number of rejected rows. */
  rejected: number;
  /** Number of rejected rows, by field and reason. */
  reasons: {
    [k: string]: number;
  };
  /** Number of values left out of accepted products, by field and reason. */
  dropped: {
    [k: string]: number;
  };
  /** Number of accepted products that cannot be sold, by field and reason: no price, no currency, no link, or a publisher id placeholder left in a link. */
  warnings: {
    [k: string]: number;
  };
  /** Remarks on the file as a whole. */
  notes: string[];
  /** Rejected rows, at most 1,000. */
  rejected_rows: RejectedRow[];
  /** The first products, at most three. */
  samples: FeedSample[];
}
/** A row that is rejected. */
export interface RejectedRow {
  /** Line of the file. */
  line: number;
  /** Field. `""`: the row as a whole. */
  field: string;
  /** Its value, shortened. `""` where it does not help. */
  value: string;
  /** Why the row is rejected. */
  reason: string;
}
/** A product as read from the file. */
export interface FeedSample {
  /** Product name. */
  name: string;
  /** URL of the picture. Null without one. */
  image_url: string | null;
  /** Price the shopper pays. Null when unknown. */
  price: number | null;
  /** ISO 4217 code. Null when unknown. */
  currency: string | null;
  /** Availability. Null when unknown. */
  availability: string | null;
  /** Tracking link, otherwise the plain one. Null without either. */
  link: string | null;
  /** Merchant. */
  merchant: string;
}
/** What the first rows of a feed hold. */
export interface FeedPreview {
  /** Always `feed_preview`. */
  type: 'feed_preview';
  /** `failed`: it cannot be fetched or read. */
  state: 'done' | 'failed';
  /** Why it failed. `""` otherwise. */
  message: string;
  /** Detected format. Null if it is not known. */
  format: string | null;
  /** What the format was detected from. */
  recognised_by: string;
  /** Columns in the order of the file, at most 500. */
  columns: FeedColumn[];
  /** Number of rows read: the first ones, at most 200. */
  rows: number;
  /** Number of rejected rows among them. */
  rejected: number;
  /** Number of rejected rows, by field and reason. */
  reasons: {
    [k: string]: number;
  };
  /** Number of values left out of accepted products, by field and reason. */
  dropped: {
    [k: string]: number;
  };
  /** Number of products that cannot be sold, by field and reason. */
  warnings: {
    [k: string]: number;
  };
  /** The rejected rows. */
  rejected_rows: RejectedRow[];
  /** The first products, at most ten. */
  samples: FeedSample[];
}
/** A feed to look at: either `url` or `content`, and how to read it. */
export interface FeedPreviewInput {
  /** Where the feed is fetched from. It may hold a secret: responses show its host only. */
  url?: string;
  /** The file instead of a URL, in base64: plain, gzip or zip. The first part of a longer file is enough, except of a zip archive. At most 4 MiB. */
  content?: string;
  /** Name of the file. It names the merchant if nothing else does. Default: `"upload"`. */
  file_name?: string;
  /** `auto` detects it from the content. Otherwise `google`, `meta`, `openai`, `awin`, `cj`, `rakuten`, `shareasale`, `shopify`, `2performant`, `finderfee` or `mapped`. Default: `"auto"`. */
  format?: string;
  /** Which column holds which field, for a format of your own: `{"fields": {"id": "SKU", …}, "constants": {…}}`. */
  mapping?: unknown;
  /** Merchant id for all products, where the feed does not name a merchant. */
  merchant_id?: string;
  /** Merchant name for all products, where the feed does not name a merchant. */
  merchant_name?: string;
  /** Domain of the merchant, for example `shop.example`. */
  domain?: string;
  /** ISO 4217 code of prices without a currency. */
  currency?: string;
  /** How tracking links are built from plain ones: `https://track.example/deep?u={url}&sid={click_id}`. */
  link_template?: string;
  /** Your id with the affiliate network. Fills the placeholder in its links. */
  publisher_id?: string;
  /** Text encoding, where it is neither UTF-8 nor Latin-1. */
  encoding?: string;
  /** Reject products that cannot be sold: without a price, without a currency, without a link, or with a publisher id placeholder left in a link. Default: `false`. */
  strict?: boolean;
}
/** A page of runs of a feed. */
export interface FeedRunList {
  /** Always `feed_run_list`. */
  type: 'feed_run_list';
  /** Runs of this page, newest first. */
  items: FeedRun[];
}
/** Starts a search. The result set is fixed until its `expires_at`. */
export interface FirstPage {
  /** What the shopper is looking for, in their own words. */
  query: string;
  /**
   * Ids of criteria sets to apply. An unknown id applies nothing and is not an error.
   *
   * @maxItems 50
   */
  criteria_set_ids?: string[];
  /** Excludes products that have all of these words in their name, description or brand. `||` separates alternatives. */
  exclude_query?: string | null;
  /**
   * Filters in addition to the query. All of them must hold.
   *
   * @maxItems 100
   */
  criteria?: Criterion[];
  /** Products per page, from 1 to 100. Default: `25`. Holds for the whole result set. */
  per_page?: number;
}
/** Fetches the next page of a search. No other field is allowed. */
export interface FollowUpPage {
  /** The `next_cursor` of the previous page. */
  cursor: string;
}
/** Amounts in one currency. Currencies are never added together. */
export interface FunnelAmounts {
  /** ISO 4217 code. Null when unknown. */
  currency: string | null;
  /** What shoppers paid, in pending and approved conversions. A decimal string. */
  sale_amount: string;
  /** What networks pay, for pending and approved conversions. A decimal string. */
  commission: string;
  /** What shoppers earn by pending and approved conversions. A decimal string. */
  rewards: string;
  /** Earnings per click: `commission` divided by `clicks`. A decimal string, rounded to a millionth; null without clicks. */
  epc_all: string | null;
  /** The same for approved conversions only. A decimal string, rounded to a millionth; null without clicks. */
  epc_confirmed: string | null;
}
/** From searches to rewards, exact at the time of the request. */
export interface FunnelReport {
  /** Ordered by key. Days without facts have a row, other keys do not. */
  rows: FunnelRow[];
  unmatched: UnmatchedConversions;
}
/** The funnel of one day, program, merchant or network, or of the whole period. */
export interface FunnelRow {
  /** The date, program, merchant id or name of the network account. Null for the only row, and for an unknown merchant. */
  key: string | null;
  /** Searches. Null where it does not apply to the grouping, program or merchant. */
  searches: number | null;
  /** Offers registered. Null where it does not apply to the grouping, program or merchant. */
  offers: number | null;
  /** Clicks. Null where it does not apply to the grouping, program or merchant. */
  clicks: number | null;
  /** Presentments clicked for the first time. Null where it does not apply to the grouping, program or merchant. */
  unique_clicks: number | null;
  /** Visits that are not clicks, by reason. Null where it does not apply to the grouping, program or merchant. */
  non_clicks: {
    [k: string]: number;
  } | null;
  /** Signups. Null where it does not apply to the grouping, program or merchant. */
  signups: number | null;
  /** Conversions whose click is known, by their status now. */
  conversions: {
    /** Not decided by the network yet. */
    pending: number;
    /** Approved by the network. */
    approved: number;
    /** Declined by the network, or corrected to nothing. */
    declined: number;
  };
  /** Conversions of any status divided by `clicks`. Rounded to six decimals; null if it would be divided by zero. */
  conversion_rate: number | null;
  /** Approved conversions divided by approved and declined ones. Rounded to six decimals; null if it would be divided by zero. */
  approval_rate: number | null;
  /** Pending conversions divided by conversions of any status. Rounded to six decimals; null if it would be divided by zero. */
  undecided_share: number | null;
  /** One entry per currency. */
  amounts: FunnelAmounts[];
}
/** Conversions that no row counts. None in the report of a program or merchant, as theirs is not known. */
export interface UnmatchedConversions {
  /** Conversions of any status whose click is not known, by the day of the sale. */
  count: number;
  /**
   * One entry per currency.
   *
   * Items: Amounts in one currency.
   */
  amounts: {
    /** ISO 4217 code. Null when unknown. */
    currency: string | null;
    /** What shoppers paid, in pending and approved conversions. A decimal string. */
    sale_amount: string;
    /** What networks pay, for pending and approved conversions. A decimal string. */
    commission: string;
  }[];
}
/** The search index of the instance that answers. */
export interface IndexState {
  /** Always `index_state`. */
  type: 'index_state';
  /** Whether searches are answered. */
  ready: boolean;
  /** Number of searchable products. */
  products: number;
  /** What is being done. Null if there is nothing to do. */
  work: {
    /** `filling`: the first index is built. `rebuilding`: its replacement is built, while the old one is in use. `updating`: changes of products are applied. */
    step: 'opening' | 'filling' | 'rebuilding' | 'updating' | 'learning';
    /** From 0 to 1. Null for `opening` and `learning`. */
    progress: number | null;
  } | null;
  /** How far the index is behind the catalogue. */
  lag: {
    /** Number of changes of products that are not searchable yet. */
    changes: number;
    /** Age of the oldest of them. */
    seconds: number;
  };
  /** Requested rebuilds. Of several instances, the first completes them. */
  rebuilds: {
    /** Number of the last requested rebuild. 0 if none was requested. */
    requested: number;
    /** Number of the last one that is in use. Below `requested`: it waits or runs. */
    completed: number;
  };
  /** Number of products added since the ranking last learned from the catalogue. */
  unlearned_products: number;
  /** Load of the search threads. */
  searches: {
    /** Searches that run now. */
    running: number;
    /** Searches that run or wait. */
    waiting: number;
    /** How many may run at the same time. */
    capacity: number;
  };
}
/** A page of the result set of a conversation. */
export interface InventoryPage {
  /** Always `inventory_pagination`. */
  type: 'inventory_pagination';
  /** The conversation. */
  conversation_id: string;
  /** The ranking session. */
  session_id: string;
  /** The interpreted query. */
  query: string;
  /** Zero-based index of this page. */
  page_index: number;
  /** Number of items on this page. */
  page_size: number;
  /** Whether there is another page. */
  has_next_page: boolean;
  /** When the result set expires. */
  expires_at: string;
  /** Products of this page, best first. */
  items: SearchItem[];
}
/** Work that runs in the background. */
export interface Job {
  /** Job id: the `message_id` of the acknowledgement, if there was one. */
  id: string;
  /** What it does: `register_offer`, `record_signup`, `match_conversions`. */
  kind: string;
  /** What it works on: id of the offer, message id of the signup, or ids of conversions. */
  subject: string;
  /** `waiting`: for an attempt. `dead`: no attempts are left. */
  state: 'waiting' | 'done' | 'dead';
  /** Number of attempts so far. */
  attempts: number;
  /** Why the last attempt failed. Null if none has. */
  last_error: string | null;
  /** When the work was accepted. */
  created_at: string;
  /** When the next attempt is due. Null unless `waiting`. */
  due_at: string | null;
  /** When it was done. Null before. */
  finished_at: string | null;
}
/** A page of jobs. */
export interface JobList {
  /** Jobs, newest first. */
  items: Job[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** An amount of a fact. */
export interface LedgerAmount {
  /** What it is. `value`: the price in an offer. `reward`: what the shopper earns; of a reward, by how much the balance changes. */
  name: 'value' | 'sale_amount' | 'commission' | 'reward';
  /** A decimal string, negative when written off. */
  amount: string;
  /** ISO 4217 code. Null when unknown. */
  currency: string | null;
}
/** An offer, click, signup, conversion or reward. */
export interface LedgerFact {
  /** What it is. */
  kind: 'offer' | 'click' | 'signup' | 'conversion' | 'reward';
  /** With `kind`, the address of its time line. */
  id: string;
  /** When it was recorded. Of a conversion, when the sale happened. */
  at: string;
  /** Of an offer: `registered` or `acknowledged`. Of a signup: `recorded`, `acknowledged` (not recorded yet) or `repeated`. Of a conversion: what the network decided. Of a reward: the balance that changes. Null for a click. */
  status: string | null;
  /** Loyalty program. Null while a conversion is unmatched. */
  program: string | null;
  /** Conversation. Null while a conversion is unmatched. */
  convo_id: string | null;
  /** Email of the shopper, masked unless the key has the scope `pii`. Null if it is not known. */
  email: string | null;
  /** Its other ids, and those of the facts that it refers to, by name: `presentation_id`, `click_id`, `network_click_id`, `message_id`, `signup_id`, `network`, `transaction_id`, `item_id`, `order_id`, `click_no`, `offer_id`, `conversion_id`. */
  ids: {
    [k: string]: string;
  };
  /** Its amounts. Currencies are never added together. */
  amounts: LedgerAmount[];
  /** The same in a few words, for people. */
  summary: string;
}
/** A page of facts that have this id. */
export interface LedgerFacts {
  /** Offers, then clicks, signups, conversions and rewards; newest first within each kind. */
  items: LedgerFact[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** The process runs. */
export interface Liveness {
  /** Always `ok`. */
  status: 'ok';
}
/** A page of merchants. */
export interface MerchantList {
  /** The query of a merchant search; `""` in the list. */
  query: string;
  /** Zero-based index of this page. */
  page_index: number;
  /** Number of items on this page. */
  page_size: number;
  /** Merchants of this page. */
  items: MerchantListItem[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
  /** Always null: cursors of merchants do not expire. */
  expires_at: string | null;
}
/** A merchant with a summary of its products. */
export interface MerchantListItem {
  /** Merchant id, a decimal string below 2^53. */
  id: string;
  /** Display name. */
  name: string;
  /** Always `merchant`. */
  type: 'merchant';
  /** Domain of the shop. `""` when unknown. */
  domain: string;
  /** URL of the logo. `""` when unknown. */
  logo_url: string;
  /** What the merchant sells. `""` when unknown. */
  description: string;
  /** Number of products in the catalogue. */
  product_count: number;
  /** Categories of its products, most frequent first, at most 20. */
  categories: string[];
  /** Brands of its products, most frequent first, at most 20. */
  brands: string[];
  /** Words of its product names, most frequent first, at most 20. */
  product_terms: string[];
}
/** The message is stored durably and processed later. It cannot fail any more. */
export interface MessageAck {
  /** `offer_ack` or `signup_ack`. */
  message_type: string;
  /** Id of the accepted message, assigned by the service. */
  message_id: string;
  /** What the message becomes: `offers` or `signups`. */
  target: string;
  /** Empty. */
  data: {
    [k: string]: unknown;
  };
}
/** An account with an affiliate network, and its postback URL. */
export interface Network {
  /** Name of the account, in lower case. */
  name: string;
  /** How the network names fields. */
  dialect: 'awin' | 'impact' | 'admitad' | 'rakuten' | 'flexoffers' | 'everflow' | 'tune' | 'generic';
  /** Currency of reports that state none. Null: as reported. */
  currency: string | null;
  /** Whether it has a postback URL. One that only reports have added, or that was removed, has none. */
  takes_postbacks: boolean;
  /** Postbacks that could not be read and are still kept, counted up to 100. */
  rejected_postbacks: number;
  /** When it was added. */
  created_at: string;
  /** Your own names and words. Null: those of the dialect. */
  mapping: {
    [k: string]: unknown;
  } | null;
  /** URL to paste at the network, with its macros. It is a secret. Null: the account takes no postbacks. */
  postback_url: string | null;
  /** Where to paste the URL at the network. */
  postback_page: string;
}
/** An account to add. */
export interface NetworkInput {
  /** Name of your account with an affiliate network, case-insensitive. */
  name: string;
  /** How the network names fields. Without it, the dialect of its name, or `generic`. */
  dialect?: ('awin' | 'impact' | 'admitad' | 'rakuten' | 'flexoffers' | 'everflow' | 'tune' | 'generic') | null;
  /** Names and words that replace those of the dialect. */
  mapping?: NetworkMapping | null;
  /** ISO 4217 code of amounts in reports that state none. Without it, a completed account keeps its own. */
  currency?: string | null;
}
/** Your own field names and status words. */
export interface NetworkMapping {
  /** Your own names of fields, by ours. Of several names, the first that has a value counts. */
  fields?: {
    /**
     * Names of `transaction_id`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    transaction_id?: string[];
    /**
     * Names of `item_id`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    item_id?: string[];
    /**
     * Names of `original_transaction_id`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    original_transaction_id?: string[];
    /**
     * Names of `order_id`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    order_id?: string[];
    /**
     * Names of `click_id`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    click_id?: string[];
    /**
     * Names of `program`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    program?: string[];
    /**
     * Names of `sale_amount`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    sale_amount?: string[];
    /**
     * Names of `commission`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    commission?: string[];
    /**
     * Names of `currency`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    currency?: string[];
    /**
     * Names of `status`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    status?: string[];
    /**
     * Names of `is_paid`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    is_paid?: string[];
    /**
     * Names of `occurred_at`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    occurred_at?: string[];
    /**
     * Names of `modified_at`. A single name may be sent as a text.
     *
     * @minItems 1
     * @maxItems 20
     */
    modified_at?: string[];
  };
  /** What status words mean: `pending`, `approved` or `declined`. */
  statuses?: {
    [k: string]: string;
  };
}
/** A page of accounts. */
export interface NetworkList {
  /** Accounts, ordered by name. */
  items: NetworkSummary[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** An account with an affiliate network, without its secret. */
export interface NetworkSummary {
  /** Name of the account, in lower case. */
  name: string;
  /** How the network names fields. */
  dialect: 'awin' | 'impact' | 'admitad' | 'rakuten' | 'flexoffers' | 'everflow' | 'tune' | 'generic';
  /** Currency of reports that state none. Null: as reported. */
  currency: string | null;
  /** Whether it has a postback URL. One that only reports have added, or that was removed, has none. */
  takes_postbacks: boolean;
  /** Postbacks that could not be read and are still kept, counted up to 100. */
  rejected_postbacks: number;
  /** When it was added. */
  created_at: string;
}
/** Merchant of the product. */
export interface OfferMerchant {
  /** Merchant id: an integer, or its decimal string as in `merchant.id` of a search item. */
  id: number | string;
  /** Name of the merchant. */
  name: string;
}
/** One offer. Its identity is (`convo_id`, `presentation_id`, `click_id`). */
export interface OfferMessage {
  product_click: ProductClick;
  product_info: ProductInfo;
}
/** Who clicks, in which session, on which presentment. */
export interface ProductClick {
  /** Loyalty program identifier. The operator of the program chooses it; it stays the same. */
  program: string;
  /** Email address of the shopper, case-insensitive. */
  email: string;
  /** Conversation (session) identifier. Your client creates it, one per shopping session. */
  convo_id: string;
  /** Offer presentment identifier. Your client creates it each time it shows a product. Called `presentment_id` elsewhere. */
  presentation_id: string;
  /** Unique per click within the program. Your client creates it. */
  click_id: string;
  /** When the click happened, ISO 8601. Without a time zone it is UTC. */
  click_datetime: string;
}
/** The product as it was shown to the shopper. */
export interface ProductInfo {
  /** Product name. */
  name: string;
  /** Must equal the accompanying `presentation_id`. */
  presentment_id: string;
  /** Affiliate tracking URL the shopper is sent to, `merchant_url` of a search item. May hold the macros `{click_id}`, `{convo_id}`, `{presentation_id}` and `{program}`. */
  direct_link?: string | null;
  /** Product page at the merchant, `product_url` of a search item. Used when there is no `direct_link`. */
  detail_link?: string | null;
  /** URL of the product picture. */
  image_url?: string | null;
  /** Numeric price used for the reward calculation. */
  value?: number | null;
  /** Formatted display price, for example `$39.50`. */
  price?: string | null;
  /** Product description. */
  description?: string | null;
  /** Percentage awarded on purchase. */
  rebate_pct?: number | null;
  /** Merchant of the product. */
  merchant?: OfferMerchant | null;
  /** Brand name. */
  brand?: string | null;
  /** Category path. */
  category?: string | null;
  /** ISO 4217 code of `value`. */
  currency?: string | null;
  /** Whether the product is on sale. */
  on_sale?: boolean | null;
}
/** The offer is registered. */
export interface OfferReference {
  /** Offer id, assigned by the service. */
  id: number;
}
/** An offer was registered for the first time. */
export interface OfferRegistered {
  /** Offer id. */
  id: number;
  /** Loyalty program identifier. */
  program: string;
  /** The conversation. */
  convo_id: string;
  /** The presentment. */
  presentation_id: string;
  /** Click id. */
  click_id: string;
  /** How the product is shown. */
  format: 'single' | 'carousel';
  /** Id of the message that acknowledged it. Null if it was registered at once. */
  message_id: string | null;
  /** Product name. */
  name: string;
  /** Numeric price. Null if it was not sent. */
  value: number | null;
  /** ISO 4217 code of `value`. Null if it was not sent. */
  currency: string | null;
  /** Percentage awarded on purchase. */
  rebate_pct: number | null;
  /** Merchant of the product. Null if it was not sent. */
  merchant: OfferedMerchant | null;
  /** Email of the shopper, masked unless the webhook has `pii`. Null if it is not known, or was erased. */
  email: string | null;
}
/** Merchant of an offered product. */
export interface OfferedMerchant {
  /** Merchant id. */
  id: number;
  /** Name of the merchant. */
  name: string;
}
/** An offer was registered for the first time. */
export interface OfferRegisteredEvent {
  /** Name of the event. */
  type: 'offer.registered';
  /** When it happened. */
  timestamp: string;
  data: OfferRegistered;
}
/** A postback of an affiliate network, as it arrived. */
export interface Postback {
  /** Postback id, assigned by the service. */
  id: number;
  /** Name of the network account. */
  network: string;
  /** When it arrived. */
  received_at: string;
  /** Why it was rejected. Null if it was recorded. */
  reason: string | null;
  /** Its fields as sent, with emails masked unless the key has the scope `pii`. */
  fields: {
    [k: string]: string;
  };
}
/** A page of postbacks. */
export interface PostbackList {
  /** Postbacks, newest first. */
  items: Postback[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** Price and stock of a product over time. */
export interface PriceHistory {
  /** Always `price_history`. */
  type: 'price_history';
  /** Product id. */
  id: string;
  /** Every change of price or stock, oldest first; the latest 1,000. */
  items: PriceState[];
}
/** Price and stock from a point in time on. */
export interface PriceState {
  /** Since when. Null: since before changes were recorded. */
  at: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** Price before discounts. */
  regular_value: number | null;
  /** Price the shopper paid. */
  final_value: number | null;
  /** Whether it was in stock. Null when unknown. */
  in_stock: boolean | null;
  /** Number of pieces in stock. Null when unknown. */
  stock_quantity: number | null;
}
/** Body of every error other than 422. */
export interface Problem {
  /** What went wrong, in one sentence. */
  detail: string;
}
/** One product with its current data. */
export interface ProductDetail {
  /** Always `product_detail`. */
  type: 'product_detail';
  item: ProductDetailItem;
  /** After this time the cursors and slugs of the result set answer 410. */
  expires_at: string | null;
}
/** All public fields of a product. */
export interface ProductDetailItem {
  /** Product id in the catalogue. Unlike the slug, it does not expire. */
  id: string;
  /** Product name. */
  name: string;
  /** URL of the product picture. `""` when unknown. */
  image_url: string;
  /** Product page at the merchant, untracked. Use it as `detail_link` of an offer. */
  product_url: string;
  /** Affiliate tracking link, or `product_url` without one. Use it as `direct_link` of an offer. */
  merchant_url: string;
  price: Price;
  /** Product description, plain text. `""` when unknown. */
  description: string;
  merchant: MerchantSummary;
  /** Brand name. `""` when unknown. */
  brand: string;
  /** Category path, `A > B > C`. `""` when unknown. */
  category: string;
  /** Availability as stated by the feed. `""` when unknown. */
  availability: string;
}
/** A product that was rejected. */
export interface ProductFault {
  /** Index of the product in the request, starting at 0. */
  index: number;
  /** Name of the field. `""`: the product as a whole. */
  field: string;
  /** Why the product was rejected. */
  reason: string;
}
/** Products to write. */
export interface ProductsInput {
  /**
   * Products to add or replace, at most 1,000. A bad one is reported in `faults`; the others are written.
   *
   * @maxItems 1000
   */
  products: CatalogueProduct[];
}
/** The outcome of the write. */
export interface ProductsOutcome {
  /** Always `products_outcome`. */
  type: 'products_outcome';
  /** Number of products of the request that are in the catalogue now. */
  products: number;
  /** Number of new products. */
  inserted: number;
  /** Number of changed products. */
  updated: number;
  /** Number of products that were already the same. */
  unchanged: number;
  /** Number of rejected products. */
  rejected: number;
  /** The rejected products. */
  faults: ProductFault[];
  /** Number of values left out of accepted products, by field and reason. */
  dropped: {
    [k: string]: number;
  };
}
/** A live result set. */
export interface RankingSession {
  /** Session id, unguessable. It expires with the session. */
  id: string;
  /** The interpreted query. */
  query: string;
  /** The filters, including those of criteria sets. */
  criteria: Criterion[];
  /** Conversation of the search. Null without one. */
  convo_id: string | null;
  /** Products per page. */
  per_page: number;
  /** Number of products in the result set. */
  total: number;
  /** When the search was made. */
  created_at: string;
  /** When the result set expires. */
  expires_at: string;
}
/** A page of live result sets. */
export interface RankingSessionList {
  /** Always `ranking_session_list`. */
  type: 'ranking_session_list';
  /** Live sessions, newest first. */
  items: RankingSession[];
  /** Page number, starting at 1. */
  page: number;
  /** Sessions per page. */
  per_page: number;
}
/** The service answers every endpoint, except for what is degraded. */
export interface Readiness {
  /** Always `ready`. */
  status: 'ready';
  /** Degraded parts of a service that is otherwise ready. `database`: only redirects to offers seen lately work. `index`: searches and chats are rejected, because OpenSearch does not answer or the index is being built again. `disk`: it is nearly full, and writes are rejected. */
  degraded: ('database' | 'index' | 'disk')[];
}
/** What became of one report. */
export interface RecordedReport {
  /** Id of the conversion that the report belongs to: for a correction, that of the original. */
  id: number;
  /** `recorded`: the first report of the transaction. `updated`: it changed the conversion. `unchanged`: a duplicate, or older than what is known. */
  state: 'recorded' | 'updated' | 'unchanged';
  /** Whether the click of the conversion is known. */
  is_matched: boolean;
}
/** What is sent again. */
export interface Resent {
  /** Number of deliveries that are sent again. */
  resent: number;
}
/** A change of a shopper's balance. The sum per program, email, status and currency is the balance. */
export interface RewardChange {
  /** Number of the change, ascending. */
  no: number;
  /** Conversion id, assigned by the service. */
  conversion_id: number;
  /** Loyalty program identifier. */
  program: string;
  /** Email of the shopper, masked unless the key has the scope `pii`. Null if it is not known. */
  email: string | null;
  /** The balance that changes. */
  status: 'pending' | 'approved' | 'declined';
  /** By how much it changes: a decimal string, negative when written off. */
  amount: string;
  /** ISO 4217 code. */
  currency: string;
  /** When the balance changed. */
  changed_at: string;
}
/** The balance of a shopper changed. */
export interface RewardChanged {
  /** Number of the change, ascending. */
  no: number;
  /** Conversion id, assigned by the service. */
  conversion_id: number;
  /** Loyalty program identifier. */
  program: string;
  /** Email of the shopper, masked unless the webhook has `pii`. Null if it is not known, or was erased. */
  email: string | null;
  /** The balance that changes. */
  status: 'pending' | 'approved' | 'declined';
  /** By how much it changes: a decimal string, negative when written off. */
  amount: string;
  /** ISO 4217 code. */
  currency: string;
}
/** The balance of a shopper changed. */
export interface RewardChangedEvent {
  /** Name of the event. */
  type: 'reward.changed';
  /** When it happened. */
  timestamp: string;
  data: RewardChanged;
}
/** A page of changes of balances. */
export interface RewardList {
  /** Changes, newest first. */
  items: RewardChange[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** The new secret of a webhook. */
export interface RotatedSecret {
  /** Key that signs deliveries: `whsec_` and base64. It is shown this once. */
  secret: string;
  /** Until then the old secret signs too. */
  previous_expires_at: string;
}
/** A delivery that is sent now. */
export interface ScheduledDelivery {
  /** Delivery id, assigned by the service. */
  delivery_id: number;
}
/** What shoppers searched for. */
export interface SearchReport {
  /** Queries by the count of the kind, then in alphabetical order. */
  rows: SearchReportRow[];
}
/** The searches for one query. */
export interface SearchReportRow {
  /** The query as it was understood, in lower case, with emails, card numbers and keys masked. */
  query: string;
  /** Searches for the query. */
  searches: number;
  /** Searches that found nothing. */
  without_results: number;
  /** Searches of a conversation. Only of these it is known whether a click followed. */
  with_conversation: number;
  /** Searches of a conversation that led to no click. */
  without_clicks: number;
  /** Share of the searches of a conversation that led to a click, from 0 to 1. Null if there are none. */
  click_through_rate: number | null;
}
/** A page of a result set. Without a match it has no items and no `next_cursor`. */
export interface SearchResponse {
  /** The interpreted query: normalised, with spelling corrected. */
  query: string;
  /** Zero-based index of this page. */
  page_index: number;
  /** Number of items on this page. */
  page_size: number;
  /** Products of this page, best first. */
  items: SearchItem[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
  /** After this time the cursors and slugs of the result set answer 410. */
  expires_at: string | null;
}
/** A setting in effect. */
export interface Setting {
  /** Name of the setting. */
  name: string;
  /** Value as it is written in the environment, with secrets masked. Null if it is not set and its default cannot be written so. */
  value: string | null;
  /** The default in words, if it is in effect and depends on something else. */
  default_text: string | null;
  /** `default`, `environment`, `option`, or `file` and its path. */
  source: string;
}
/** The settings in effect. */
export interface SettingList {
  /** Every setting, in the order of the documentation. */
  items: Setting[];
}
/** What to sign in with. */
export interface SignIn {
  /** An API key, or the secret of the link that `serve --demo` prints. */
  key: string;
}
/** A person signed up for a program for the first time. */
export interface SignupRecorded {
  /** Signup number. */
  id: number;
  /** Id of the message that acknowledged it. */
  message_id: string;
  /** Loyalty program identifier. */
  program: string;
  /** The conversation. */
  convo_id: string;
  /** When the person signed up. */
  signed_at: string;
  /** Email of the shopper, masked unless the webhook has `pii`. Null if it is not known, or was erased. */
  email: string | null;
}
/** A person signed up for a program for the first time. */
export interface SignupRecordedEvent {
  /** Name of the event. */
  type: 'signup.recorded';
  /** When it happened. */
  timestamp: string;
  data: SignupRecorded;
}
/** A user registered for a rewards program. */
export interface SignupRequest {
  /** Loyalty program identifier. The operator of the program chooses it; it stays the same. */
  program: string;
  /** Email address of the shopper, case-insensitive. */
  email: string;
  /** Presentment that led to the signup, as sent with its offer. */
  presentation_id?: string | null;
  /** The first six digits of a payment card. Never send more of the number. */
  card_bin?: string | null;
  /** Your own identifier of the user. Must not hold a card number. */
  external_id?: string | null;
  /** Campaign parameters: `utm_source`, `utm_medium`, `utm_campaign`, `utm_content`, `utm_term` and others. */
  utm?: {
    [k: string]: string;
  } | null;
  /** Product that led to the signup. Its `presentment_id` must equal `presentation_id`. */
  product_info?: ProductInfo | null;
}
/** A product with everything that the catalogue knows of it. */
export interface StoredCatalogueProduct {
  /** Always `catalogue_product`. */
  type: 'catalogue_product';
  /** Product id. */
  id: string;
  /** Feed that it belongs to. Null if it belongs to none. */
  feed: string | null;
  /** When it was added to the catalogue. */
  added_at: string;
  /** Product name. */
  name: string;
  merchant: MerchantSummary;
  /** Product description. Null when unknown. */
  description: string | null;
  /** URL of the product picture. Null when unknown. */
  image_url: string | null;
  /** Product page at the merchant, untracked. Null when unknown. */
  product_url: string | null;
  /** Affiliate tracking link. Null when unknown. */
  merchant_url: string | null;
  /** Brand name. Null when unknown. */
  brand: string | null;
  /** Category path. Null when unknown. */
  category: string | null;
  /** Price before discounts. Null when unknown. */
  regular_price: number | null;
  /** Price the shopper pays. Null when unknown. */
  final_price: number | null;
  /** Shipping costs. Null when unknown. */
  ship_price: number | null;
  /** ISO 4217 code of the prices. Null when unknown. */
  currency: string | null;
  /** Availability as stated by the feed. Null when unknown. */
  availability: string | null;
  /** Whether it is in stock. Null when unknown. */
  in_stock: boolean | null;
  /** Number of pieces in stock. Null when unknown. */
  stock_quantity: number | null;
  /** Keywords. */
  tags: string[];
  /** Ids of the merchant's own categories. */
  merchant_category_ids: string[];
  /** Colour. `/` and `,` separate several. Null when unknown. */
  color: string | null;
  /** Size. `/` and `,` separate several. Null when unknown. */
  size: string | null;
  /** Material. Null when unknown. */
  material: string | null;
  /** Target group, for example `women` or `unisex`. Null when unknown. */
  gender: string | null;
  /** Condition, for example `new` or `used`. Null when unknown. */
  condition: string | null;
  /** Country the product is sold in. Null when unknown. */
  country: string | null;
  /** Genre of a book, film or game. Null when unknown. */
  genre: string | null;
  /** Manufacturer. Null when unknown. */
  manufacturer: string | null;
  /** Model name or number. Null when unknown. */
  model: string | null;
  /** Publisher. Null when unknown. */
  publisher: string | null;
  /** Second line of the name. Null when unknown. */
  subtitle: string | null;
  /** GTIN: EAN, UPC or ISBN. Dropped if its check digit is wrong. Null when unknown. */
  barcode: string | null;
  /** The merchant's stock keeping unit. Null when unknown. */
  sku: string | null;
  /** The manufacturer's part number. Null when unknown. */
  mpn: string | null;
  /** Amazon standard identification number. Null when unknown. */
  asin: string | null;
  /** Seller on a marketplace. Null when unknown. */
  seller_party: string | null;
}
/** Words that searches treat alike. */
export interface SynonymGroup {
  /** The group as one text, in the notation of a new group. */
  synonyms: string;
  /** Words and phrases that are expanded in a query. */
  inputs: string[];
  /** What they also find. The same as `inputs`, unless the group is one-way. */
  outputs: string[];
  /** `own`: added on this installation. */
  source: 'built-in' | 'own';
  /** `off`: a built-in group that was removed. */
  state: 'on' | 'off';
}
/** A synonym group to add. */
export interface SynonymInput {
  /** The group: `sofa, couch, settee`. One-way: `crisps => potato chips`, where crisps also finds chips. */
  synonyms: string;
}
/** A page of synonym groups. */
export interface SynonymList {
  /** Your own groups, newest first, then built-in ones. */
  items: SynonymGroup[];
  /** Send it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
}
/** What led to a fact, and what came of it. */
export interface Timeline {
  fact: LedgerFact;
  /** The fact and all that belong to it, oldest first. */
  entries: LedgerFact[];
  /** Whether there are more facts of a kind than 100; then the newest 100 are included. */
  is_truncated: boolean;
}
/** Why the service is not ready, and what it is waiting for. */
export interface Unreadiness {
  /** Why the service is not ready. */
  status: 'starting' | 'stopping' | 'lagging';
  /** The same in one sentence. */
  detail: string;
  /** Parts that are not ready. Empty while the service stops. */
  waiting_for: WaitingFor[];
}
/** A part that is not ready yet. */
export interface WaitingFor {
  /** The part that is not ready. */
  part: 'index';
  /** `opening`: the index is being opened. `filling`: products are being indexed. `learning`: the ranking is being learned. */
  step: 'opening' | 'filling' | 'learning';
  /** Share of `filling` that is done, from 0 to 1. Null for the other steps. */
  progress: number | null;
}
/** One fault of a request. */
export interface ValidationFault {
  /** Kind of fault, for example `missing` or `string_too_short`. */
  type: string;
  /** Path to the value: `body`, `query`, `path` or `header`, then names and indexes. */
  loc: (string | number)[];
  /** Human-readable message. */
  msg: string;
  /** The rejected value. Absent when it is long or holds a secret. */
  input?: unknown;
  /** Parameters of the rule, for example `{"min_length": 1}`. */
  ctx?: {
    [k: string]: unknown;
  };
}
/** Body of a 422: every fault with its location. */
export interface ValidationProblem {
  /** Every fault of the request. */
  detail: ValidationFault[];
}
/** What is running. */
export interface Version {
  /** Version of the service. */
  version: string;
  /** Hash of the git commit of its sources. Null if it was built or cloned without git. */
  commit: string | null;
}
/** A URL of your systems that events are sent to. */
export interface Webhook {
  /** Webhook id, assigned by the service. */
  id: number;
  /** Where events are sent. */
  url: string;
  /** Events that are sent. */
  events: (
    | 'offer.registered'
    | 'click.recorded'
    | 'signup.recorded'
    | 'conversion.recorded'
    | 'conversion.updated'
    | 'reward.changed'
    | 'feed.failed'
    | 'webhook.test'
  )[];
  /** Your own note. Null if there is none. */
  description: string | null;
  /** Whether emails are sent unmasked. */
  pii: boolean;
  /** Whether events are sent. Events of a disabled webhook wait. */
  enabled: boolean;
  /** When it was disabled. Null while it is enabled. */
  disabled_at: string | null;
  /** Why it was disabled. Null while it is enabled. */
  disabled_reason: string | null;
  /** First failed attempt since the last successful one. Null if the last one succeeded. */
  failing_since: string | null;
  /** When it was created. */
  created_at: string;
}
/** Changes to a webhook. An absent field stays as it is. */
export interface WebhookChange {
  /** Where events are sent: an `https` URL on the public internet, without credentials. Plain `http` and private addresses are for hosts that `WEBHOOK_PRIVATE_HOSTS` names. */
  url?: string;
  /**
   * Events to send, at least one.
   *
   * @minItems 1
   * @maxItems 8
   */
  events?: (
    | 'offer.registered'
    | 'click.recorded'
    | 'signup.recorded'
    | 'conversion.recorded'
    | 'conversion.updated'
    | 'reward.changed'
    | 'feed.failed'
    | 'webhook.test'
  )[];
  /** Your own note. */
  description?: string | null;
  /** Send emails unmasked. Setting it, or changing the URL of such a webhook, needs the scope `pii`. */
  pii?: boolean;
  /** False: nothing is sent. True: what has been waiting is sent, and its failures are forgotten. */
  enabled?: boolean;
}
/** You asked for it. */
export interface WebhookTestedEvent {
  /** Name of the event. */
  type: 'webhook.test';
  /** When it happened. */
  timestamp: string;
  data: WebhookTested;
}
/** You asked for it. */
export interface WebhookTested {
  /** The webhook. */
  webhook_id: number;
}
/** A webhook to create. */
export interface WebhookInput {
  /** Where events are sent: an `https` URL on the public internet, without credentials. Plain `http` and private addresses are for hosts that `WEBHOOK_PRIVATE_HOSTS` names. */
  url: string;
  /**
   * Events to send, at least one.
   *
   * @minItems 1
   * @maxItems 8
   */
  events: (
    | 'offer.registered'
    | 'click.recorded'
    | 'signup.recorded'
    | 'conversion.recorded'
    | 'conversion.updated'
    | 'reward.changed'
    | 'feed.failed'
    | 'webhook.test'
  )[];
  /** Your own note. */
  description?: string | null;
  /** Send emails unmasked. Setting it, or changing the URL of such a webhook, needs the scope `pii`. Default: `false`. */
  pii?: boolean;
}
/** Every webhook. */
export interface WebhookList {
  /** Webhooks, ordered by id. */
  items: Webhook[];
}
/** Query of: Get similar products. */
export interface SimilarProductsQuery {
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
}
/** Query of: List merchants, largest first. */
export interface ListMerchantsQuery {
  /** Page number, starting at 1. Default: `1`. */
  page?: number;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Search merchants by name, domain, category, brand or product term. */
export interface SearchMerchantsQuery {
  /** Words of a name, domain, category, brand or product term; word prefixes and one typo are allowed. Required without `cursor`. */
  query?: string;
  /** Page number, starting at 1. Default: `1`. */
  page?: number;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Get the answer of an offer again. */
export interface RetryOfferQuery {
  /** Email of the original offer. */
  email: string;
  /** Program of the original offer. */
  program: string;
  /** Click id of the original offer. */
  click_id: string;
  /** Click time of the original offer, ISO 8601. */
  click_datetime: string;
}
/** Query of: Record a click and redirect. */
export interface RedirectClickQuery {
  /** Email address of the shopper. Never passed on. */
  email: string;
  /** Loyalty program identifier. */
  program: string;
  /** New value per click, unique within the program. When empty, the service generates one. */
  click_id: string;
  /** When the click happened, ISO 8601. If it is not, the time of arrival is recorded. */
  click_datetime: string;
}
/** Query of: List conversions, newest first. */
export interface ListConversionsQuery {
  /** Only conversions with this status. */
  status?: 'pending' | 'approved' | 'declined';
  /** Only conversions whose click is known, or is not. */
  is_matched?: boolean;
  /** Only conversions of this network account. */
  network?: string;
  /** Only conversions matched to a click of this program. */
  program?: string;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: List changes of reward balances, newest first. */
export interface ListRewardsQuery {
  /** Only changes in this program. */
  program?: string;
  /** Only changes for this shopper. Works without the scope `pii`. */
  email?: string;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: List postbacks of networks, newest first. */
export interface ListPostbacksQuery {
  /** Only postbacks of this network account. */
  network?: string;
  /** Only postbacks that could not be read, or could. */
  is_rejected?: boolean;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
export interface ReceivePostbackFormBody {
  [k: string]: unknown;
}
/** Query of: List accounts with networks, ordered by name. */
export interface ListNetworksQuery {
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Find facts by an id. */
export interface FindFactsQuery {
  /** Of an offer: its id, `presentation_id`, `click_id` or `message_id`. Of a click: its number, or its `click_id` as sent or in its network form. Of a signup: its number or `message_id`. Of a conversion: its id, `transaction_id` or `order_id`, or the reported `click_id` if no click has it. Of a reward: its `no`. Required without `cursor`. */
  id?: string;
  /** Only facts of this kind. */
  kind?: 'offer' | 'click' | 'signup' | 'conversion' | 'reward';
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Report the funnel from searches to rewards. */
export interface ReportFunnelQuery {
  /** First day of the report, for example `2026-11-01`. */
  from: string;
  /** Last day of the report, which is included. A report covers at most 400 days. */
  to: string;
  /** What a row is about. `none`: one row. Default: `"none"`. */
  group_by?: 'day' | 'program' | 'merchant' | 'network' | 'none';
  /** Whether a conversion counts on the day of its click, or on the day of the sale. Default: `"click"`. */
  date_basis?: 'click' | 'conversion';
  /** Only the facts of this program. The report is by day or as a whole, and has no searches. */
  program?: string;
  /** Only the facts of the merchant with this id, without searches and signups. Not with `program`. */
  merchant?: string;
  /** IANA name of the time zone that days begin and end in. Default: `"UTC"`. */
  tz?: string;
}
/** Query of: Report what shoppers searched for. */
export interface ReportSearchesQuery {
  /** First day of the report, for example `2026-11-01`. */
  from: string;
  /** Last day of the report, which is included. A report covers at most 400 days. */
  to: string;
  /** Which queries, and what they are ordered by: `top` by searches (default), `no_results` by searches without results, `no_clicks` by searches that led to no click. `no_clicks` leaves out searches without `x-convo-id`. Default: `"top"`. */
  kind?: 'top' | 'no_results' | 'no_clicks';
  /** Number of queries, from 1 to 1,000. The default is 100. Default: `100`. */
  limit?: number;
}
/** Query of: List the deliveries of a webhook, newest first. */
export interface ListDeliveriesQuery {
  /** Only deliveries in this state. */
  state?: 'waiting' | 'delivered' | 'failed';
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Send undelivered events again. */
export interface ResendUndeliveredQuery {
  /** Events that happened at this time or later, ISO 8601. */
  since: string;
}
/** Query of: List recent conversations. */
export interface ListConversationsQuery {
  /** Only conversations with an event at this time or later, ISO 8601. */
  from?: string;
  /** Only conversations whose last event is before this time, ISO 8601. */
  to?: string;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Read the trace of a conversation. */
export interface SpyQuery {
  /** Page number, starting at 1. Default: `1`. */
  page?: number;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
}
/** Query of: List live result sets. */
export interface ListRankingSessionsQuery {
  /** Page number, starting at 1. Default: `1`. */
  page?: number;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** Only sessions of this conversation. */
  convo_id?: string;
}
/** Query of: Remove a feed. */
export interface DeleteFeedQuery {
  /** Delete the products of the feed, too. Default: `false`. */
  products?: boolean;
}
/** Query of: Fetch a feed now. */
export interface RunFeedQuery {
  /** Fetch the feed even if the source reports no change. Default: `false`. */
  anew?: boolean;
  /** Apply a full feed even if it lost half of its products or a fifth of its rows are rejected. Default: `false`. */
  force?: boolean;
}
/** Query of: Import a file into a feed. */
export interface UploadFeedQuery {
  /** Name of the file, shown in the list of runs. The default is `upload`. Default: `"upload"`. */
  file_name?: string;
  /** Apply a full feed even if it lost half of its products or a fifth of its rows are rejected. Default: `false`. */
  force?: boolean;
}
/** Query of: Predict what a run would change. */
export interface PredictFeedQuery {
  /** Name of the file, shown in the list of runs. The default is `upload`. Default: `"upload"`. */
  file_name?: string;
  /** Apply a full feed even if it lost half of its products or a fifth of its rows are rejected. Default: `false`. */
  force?: boolean;
}
/** Query of: List the runs of a feed. */
export interface ListFeedRunsQuery {
  /** Only runs with a smaller id: the last id of the page before. */
  before?: number;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
}
/** Query of: List synonym groups. */
export interface ListSynonymsQuery {
  /** Only groups with a member that contains this. */
  query?: string;
  /** Only groups from this source. */
  source?: 'built-in' | 'own';
  /** Only groups in this state. */
  state?: 'on' | 'off';
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Remove a synonym group. */
export interface RemoveSynonymsQuery {
  /** The group, with all its members in any order. */
  synonyms: string;
}
/** Query of: List keys, newest first. */
export interface ListKeysQuery {
  /** Only keys in this state. */
  state?: 'active' | 'expired' | 'revoked';
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: List what operators changed, newest first. */
export interface ListAuditQuery {
  /** Only changes made with this key; `command line` for commands. */
  key_id?: string;
  /** Only this operation, for example `revokeKey`. */
  action?: string;
  /** Only changes of what has this id. */
  subject?: string;
  /** Only changes at this time or later, ISO 8601. */
  from?: string;
  /** Only changes before this time, ISO 8601. */
  to?: string;
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
/** Query of: Export facts. */
export interface ExportFactsQuery {
  /** Only facts at this time or later, ISO 8601. */
  since?: string;
  /** Only facts before this time, ISO 8601. */
  until?: string;
}
/** Query of: List background jobs, newest first. */
export interface ListJobsQuery {
  /** Only jobs in this state. */
  state?: 'waiting' | 'done' | 'dead';
  /** Only jobs of this kind. */
  kind?: 'register_offer' | 'record_signup' | 'match_conversions';
  /** Items per page, from 1 to 100. Default: `25`. */
  per_page?: number;
  /** The `next_cursor` of the previous page. Other parameters are ignored. */
  cursor?: string;
}
