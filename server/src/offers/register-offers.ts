// Registers single, multiple and carousel offers, either at once or acknowledged and completed by a job.
import { randomUUID } from 'node:crypto';
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';
import type { OfferMessage } from '@finderfee/contract/offer.ts';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { LedgerStore, OfferAnswer, OfferIdentity, OfferWrite, VisitedOffer } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { foldEmail } from '../text/fold-email.ts';
import { canCarryClickId } from '../text/network-click-id.ts';
import { readInstant } from '../text/read-instant.ts';
import { hostOf, type LinkHosts, matchesHost, normaliseLink } from '../text/tracked-link.ts';
import { TimeSlice } from '../time-slice.ts';

type SentMessage = z.output<typeof OfferMessage>;

/** Only agents register offers for a person whose email they do not know. */
interface Message extends Omit<SentMessage, 'product_click'> {
  product_click: Omit<SentMessage['product_click'], 'email'> & { email: string | null };
}

interface OfferDeps extends StoreDeps<LedgerStore & Pick<CatalogueStore, 'hasLinkHost'>> {
  link_hosts: LinkHosts;
  /** Keeps the links for redirects while the store is away. */
  recentOffers: { remember(presentment: OfferIdentity, offer: VisitedOffer): void };
}

export interface RegisterOptions {
  format: OfferWrite['format'];
  /** The caller sent `Prefer: respond-async`. */
  isAsync: boolean;
  /** The caller presented a valid key. */
  hasKey: boolean;
  /** Path of a message in the body, for validation errors; a single message is the body itself. */
  pathOf: (index: number) => (string | number)[];
}

/** Atomic: registers all offers or none. A replay returns the first answer. */
export async function registerOffers(
  deps: OfferDeps,
  messages: Message[],
  options: RegisterOptions,
): Promise<OfferAnswer[]> {
  const slice = new TimeSlice();
  await checkHosts(deps, messages, options, slice);
  const offers: OfferWrite[] = [];
  for (const message of messages) {
    if (slice.isOver) await slice.next();
    offers.push(toWrite(message, options));
  }
  const outcome = await deps.store.registerOffers({ offers, now_ms: deps.clock.now_ms() });
  if ('answers' in outcome) {
    for (const [i, { id }] of outcome.answers.entries()) {
      const { click_id, direct_link, detail_link } = offers[i]!;
      deps.recentOffers.remember(offers[i]!, { id, click_id, direct_link, detail_link });
    }
    return outcome.answers;
  }
  const which = messages.length > 1 ? `Offer ${outcome.conflict} of the request` : 'This offer';
  throw new AppError('offer_conflict', { detail: `${which} is registered with another program, email or product` });
}

export const toReply = ({ id, message_id }: Pick<OfferAnswer, 'id' | 'message_id'>) =>
  message_id === null ? { id } : { message_type: 'offer_ack', message_id, target: 'offers', data: {} };

function toWrite({ product_click, product_info }: Message, { format, isAsync, hasKey }: RegisterOptions): OfferWrite {
  const { program, email, convo_id, presentation_id, click_id, click_datetime } = product_click;
  const link = (text: string | null | undefined) => (text ? normaliseLink(text) : null);
  return {
    convo_id,
    presentation_id,
    click_id,
    program,
    email,
    email_key: email === null ? null : foldEmail(email),
    click_at_ms: readInstant(click_datetime)!,
    format,
    direct_link: link(product_info.direct_link),
    detail_link: link(product_info.detail_link),
    name: maskCardNumbers(product_info.name),
    value: product_info.value ?? null,
    product: JSON.stringify(product_info, (_, value) => (typeof value === 'string' ? maskCardNumbers(value) : value)),
    message_id: isAsync ? randomUUID() : null,
    has_key: hasKey,
  };
}

/** The host of the offer's redirect target if that link cannot carry a click id. */
export function untrackedHostOf({ direct_link, detail_link }: Message['product_info']): string | undefined {
  // Redirects add click ids to direct links only.
  if (direct_link) return canCarryClickId(direct_link) ? undefined : hostOf(direct_link);
  return detail_link ? hostOf(detail_link) : undefined;
}

/** Offers need no key, so their links may only point to hosts that the operator allows. */
async function checkHosts(
  { link_hosts, store }: OfferDeps,
  messages: Message[],
  { pathOf }: RegisterOptions,
  slice: TimeSlice,
): Promise<void> {
  if (link_hosts === '*') return;
  const isAllowed = async (host: string) =>
    link_hosts === 'catalogue' ? store.hasLinkHost({ host }) : matchesHost(link_hosts, host);
  const links: { link: string; host: string; path: (string | number)[] }[] = [];
  for (const [i, { product_info }] of messages.entries()) {
    if (slice.isOver) await slice.next();
    for (const field of ['direct_link', 'detail_link'] as const) {
      const link = product_info[field];
      if (link) links.push({ link, host: hostOf(link), path: [...pathOf(i), 'product_info', field] });
    }
  }
  const hosts = [...new Set(links.map(({ host }) => host))];
  const refused = new Set<string>();
  await Promise.all(hosts.map(async (host) => (await isAllowed(host)) || refused.add(host)));
  const faults = links
    .filter(({ host }) => refused.has(host))
    .map(({ path, link }) => ({ path, message: 'host is not allowed', input: link }));
  if (faults.length > 0) throw new InvalidInput(faults);
}
