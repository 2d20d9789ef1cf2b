// Offers, clicks and signups as API requests, and a reader of the ledger.
import { countFacts, listFacts } from './facts.ts';
import { poll } from './until.ts';

/** Enough for all jobs to complete, even on a busy machine. Some are due after ten seconds. */
const JOBS_TIMEOUT_MS = 30_000;

export const clickOf = (id: string) => ({
  program: 'gold',
  email: `${id}@example.com`,
  convo_id: `c-${id}`,
  presentation_id: 'p1',
  click_id: id,
  click_datetime: '2026-03-04T05:06:07Z',
});

export const offerOf = (id: string) => ({
  product_click: clickOf(id),
  product_info: {
    ...{ name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/{click_id}', rebate_pct: 10 },
  },
});

export const signupOf = (id: string) => ({ program: 'gold', email: `${id}@example.com` });

/** The path of the redirect through the offer with the same id. */
export function visitOf(id: string): string {
  const { convo_id, presentation_id, program, email, click_id, click_datetime } = clickOf(id);
  return `/clickthrough/${convo_id}/${presentation_id}?${new URLSearchParams({ program, email, click_id, click_datetime })}`;
}

/** Reads the ledger after its jobs are completed. */
export async function readLedger(folder: string) {
  const countWaiting = () => countFacts(folder, `SELECT count(*) FROM jobs WHERE state = 'waiting'`);
  await poll(async () => (await countWaiting()) === 0, { within_ms: JOBS_TIMEOUT_MS, every_ms: 50 });
  return {
    offers: await listFacts(folder, 'SELECT convo_id FROM offers'),
    clicks: await listFacts(folder, 'SELECT click_id FROM clicks'),
    signups: await listFacts(folder, 'SELECT email FROM signups JOIN people USING (person_no)'),
    /** A conversion has one for each of its changes. */
    events: await listFacts(folder, `SELECT convo_id || kind || id FROM events WHERE kind <> 'conversion'`),
    waiting: await countWaiting(),
  };
}
