// The client: product discovery, offers, clicks, signups and the assistant.
import { Chat } from './resources/chat.ts';
import { Clicks } from './resources/clicks.ts';
import { CriteriaSets } from './resources/criteria-sets.ts';
import { Merchants } from './resources/merchants.ts';
import { Offers } from './resources/offers.ts';
import { Products } from './resources/products.ts';
import { RankingSessions } from './resources/ranking-sessions.ts';
import { Signups } from './resources/signups.ts';
import { type ClientOptions, Transport } from './transport.ts';

export class Finderfee {
  protected readonly transport: Transport;
  readonly products: Products;
  readonly merchants: Merchants;
  readonly criteriaSets: CriteriaSets;
  readonly offers: Offers;
  readonly clicks: Clicks;
  readonly signups: Signups;
  readonly chat: Chat;
  readonly rankingSessions: RankingSessions;

  constructor(options: ClientOptions = {}) {
    this.transport = new Transport(options);
    this.products = new Products(this.transport);
    this.merchants = new Merchants(this.transport);
    this.criteriaSets = new CriteriaSets(this.transport);
    this.offers = new Offers(this.transport);
    this.clicks = new Clicks(this.transport);
    this.signups = new Signups(this.transport);
    this.chat = new Chat(this.transport);
    this.rankingSessions = new RankingSessions(this.transport);
  }
}

export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  FinderfeeError,
  GoneError,
  NotFoundError,
  OutOfRangeError,
  RateLimitError,
  ResultSetExpiredError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from './errors.ts';
export type * from './generated/schemas.ts';
export type { Page, Paged } from './paged.ts';
export type { ChatEvent } from './resources/chat.ts';
export { isOfferReference, type OfferOptions } from './resources/offers.ts';
export type { ProductPages } from './resources/products.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export { type ReceivedEvent, unwrapWebhook, WebhookSignatureError } from './unwrap-webhook.ts';
