// Redirects a click to the shop after the click is committed, or spooled if the store cannot commit it in time. While
// the store is away, offers seen lately are redirected from memory.
import { randomUUID } from 'node:crypto';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { AppError } from '../app-error.ts';
import type { FreeDisk } from '../free-disk.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import { linkOf, type OfferLinks, type VisitWrite } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { addNetworkClickId, networkClickId } from '../text/network-click-id.ts';
import { readInstantOfQuery } from '../text/read-instant.ts';
import { fillMacros, hasClickIdMacro } from '../text/tracked-link.ts';
import { withinDeadline } from '../within-deadline.ts';
import { nonClickReason } from './non-click-reason.ts';
import type { RecentOffers } from './recent-offers.ts';
import type { ClickSpool } from './spool.ts';

/** A redirect waits at most this long for its click to commit, then spools it and redirects. */
const COMMIT_DEADLINE_MS = 2000;
/** A store that reads at all reads an offer much faster: after this, an offer in memory is used. */
const READ_DEADLINE_MS = 200;

export interface RedirectDeps extends StoreDeps<LedgerStore> {
  read_only: boolean;
  disk: Pick<FreeDisk, 'isLow'>;
  network_click_ids: boolean;
  recentOffers: Pick<RecentOffers, 'remember' | 'find' | 'findFirst'>;
  spool: Pick<ClickSpool, 'add'> | null;
}

export interface Redirect {
  location: string;
  /** Why the store did not commit the click, whether it was spooled, and why the spool failed, if it did. */
  failure?: { fault: unknown; is_spooled: boolean; spool_fault?: unknown };
}

export async function redirectClick(
  deps: RedirectDeps,
  input: Input<'redirectClick'>,
  { isHead }: { isHead: boolean },
): Promise<Redirect> {
  const visit = toVisit(deps, input);
  if (isHead) return { location: locate(deps, visit, await findOffer(deps, visit)) };
  try {
    if (deps.read_only) throw new AppError('read_only');
    if (deps.disk.isLow) throw new AppError('disk_low');
    const offer = await withinDeadline(COMMIT_DEADLINE_MS, deps.store.recordVisit(visit));
    if (offer) deps.recentOffers.remember(visit, offer);
    return { location: locate(deps, visit, offer) };
  } catch (fault) {
    if (fault instanceof AppError && ERRORS[fault.code].status === 404) throw fault;
    const location = locate(deps, visit, await findOffer(deps, visit));
    return { location, failure: { fault, ...(await spool(deps, visit)) } };
  }
}

/** The presentment's first offer is asked of the store before memory, because another instance may know an earlier one. */
async function findOffer({ store, recentOffers }: RedirectDeps, visit: VisitWrite): Promise<OfferLinks | null> {
  const known = recentOffers.find(visit);
  if (known) return known;
  const first = recentOffers.findFirst(visit);
  try {
    return await withinDeadline(first ? READ_DEADLINE_MS : COMMIT_DEADLINE_MS, store.findOffer(visit));
  } catch (fault) {
    if (first) return first;
    throw fault;
  }
}

function toVisit({ clock }: RedirectDeps, { params, query, headers }: Input<'redirectClick'>): VisitWrite {
  const { email, program, click_datetime } = query;
  const now_ms = clock.now_ms();
  return {
    convo_id: params.convo_id,
    presentation_id: params.presentment_id,
    click_id: query.click_id || randomUUID(),
    program,
    email,
    click_at_ms: readInstantOfQuery(click_datetime) ?? now_ms,
    now_ms,
    non_click: nonClickReason(headers) ?? null,
  };
}

function locate({ network_click_ids }: RedirectDeps, visit: VisitWrite, offer: OfferLinks | null): string {
  if (!offer) throw new AppError('offer_not_found');
  const link = linkOf(offer);
  if (!link) throw new AppError('offer_without_link');
  if (link !== offer.direct_link) return link;
  const location = fillMacros(link, visit);
  // A click-id macro in the link already says where the id goes.
  if (!network_click_ids || hasClickIdMacro(link)) return location;
  return addNetworkClickId(location, networkClickId(visit.program, visit.click_id));
}

/** Non-clicks are not spooled. */
async function spool(
  { spool }: RedirectDeps,
  { non_click, ...click }: VisitWrite,
): Promise<{ is_spooled: boolean; spool_fault?: unknown }> {
  if (!spool || non_click) return { is_spooled: false };
  try {
    await withinDeadline(COMMIT_DEADLINE_MS, spool.add(click));
    return { is_spooled: true };
  } catch (spool_fault) {
    return { is_spooled: false, spool_fault };
  }
}
