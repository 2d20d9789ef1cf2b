// Ledger facts as the store takes them, and counts of what it holds.
import type { OfferWrite, SignupWrite } from '../../server/src/store/ledger-store.ts';
import type { Store } from '../../server/src/store/store.ts';

/** An offer with defaults for everything but its click id. */
export function offerWrite(given: Partial<OfferWrite> & Pick<OfferWrite, 'click_id'>): OfferWrite {
  const email = given.email === undefined ? 'ann@example.com' : given.email;
  return {
    convo_id: 'c1',
    presentation_id: 'p1',
    program: 'gold',
    email,
    email_key: email?.toLowerCase() ?? null,
    click_at_ms: 1,
    format: 'single',
    direct_link: 'https://t.example/',
    detail_link: null,
    name: 'Kettle',
    value: null,
    product: '{"name":"Kettle"}',
    message_id: null,
    has_key: true,
    ...given,
  };
}

/** A signup with defaults for everything but its message id. */
export const signupWrite = (given: Partial<SignupWrite> & Pick<SignupWrite, 'message_id'>): SignupWrite => ({
  program: 'gold',
  email: 'ann@example.com',
  convo_id: 'c1',
  data: '{}',
  may_replace: false,
  now_ms: 1,
  ...given,
});

const ALL = { after: 0, since_ms: 0, limit: 100_000 };

export async function countSignups(store: Store, program: string): Promise<number> {
  const signups = await store.exportFacts({ kind: 'signups', ...ALL });
  return signups.filter(({ data }) => data.program === program).length;
}

/** Clicks of a presentment, and all non-clicks since the last call: counting non-clicks purges them. */
export async function countClicks(store: Store, convo_id: string, presentation_id = 'p1') {
  const clicks = await store.exportFacts({ kind: 'clicks', ...ALL });
  return {
    clicks: clicks.filter(({ data }) => data.convo_id === convo_id && data.presentation_id === presentation_id).length,
    non_clicks: await store.purgeNonClicks({ before_ms: Number.MAX_SAFE_INTEGER, limit: 100_000 }),
  };
}
