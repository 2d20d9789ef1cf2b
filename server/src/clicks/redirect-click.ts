// The redirect of a click: the person goes on to the shop, and the click is durable first wherever that is possible.
import { randomUUID } from 'node:crypto';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { StoredOffer } from '../store/port.ts';
import { readInstant } from '../text/read-instant.ts';
import { fillMacros } from '../text/tracked-link.ts';
import { nonClickReason } from './non-click-reason.ts';

/** Longer a person does not wait for our disk. */
const MAX_WAIT_MS = 2000;

export interface Redirect {
  location: string;
  /** Why the visit could not be kept, where it could not. */
  fault?: unknown;
}

export async function redirectClick(
  deps: Deps,
  input: Input<'redirectClick'>,
  { isHead }: { isHead: boolean },
): Promise<Redirect> {
  const { convo_id, presentment_id: presentation_id } = input.params;
  const offers = await deps.store.listPresentmentOffers({ convo_id, presentation_id });
  // The ids stand in every link: a later offer must not capture the clicks of the first.
  const offer = offers.find(({ click_id }) => click_id === input.query.click_id) ?? offers[0];
  const link = offer?.direct_link ?? offer?.detail_link;
  if (!offer || !link) throw new AppError('offer_not_found');
  const click_id = input.query.click_id || randomUUID();
  const location = fillMacros(link, { click_id, convo_id, presentation_id, program: input.query.program });
  if (isHead) return { location };
  try {
    await within(MAX_WAIT_MS, keep(deps, input, offer, click_id));
    return { location };
  } catch (fault) {
    return { location, fault };
  }
}

async function keep(
  { store, clock }: Deps,
  { query, headers }: Input<'redirectClick'>,
  offer: StoredOffer,
  click_id: string,
) {
  const { convo_id, presentation_id } = offer;
  const now_ms = clock.now_ms();
  const reason = nonClickReason(headers);
  if (reason) return store.recordNonClick({ convo_id, presentation_id, reason, now_ms });
  const { email, program, click_datetime } = query;
  const click_at_ms = readInstant(click_datetime.replace(/ (?=\d\d:\d\d$)/, '+')) ?? now_ms;
  // A click id that was used elsewhere: the person goes on, nothing is recorded.
  await store.recordClick({ program, click_id, convo_id, presentation_id, email, click_at_ms, now_ms });
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the click was not durable after ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
