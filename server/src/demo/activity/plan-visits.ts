// The visits of shoppers on one day, always the same for a day.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { DAY_MS } from '../../store/report-store.ts';
import { Random } from '../random.ts';
import { type Shopper, shoppers, weighted } from './shoppers.ts';
import { CHATS, FILTERS, QUERIES } from './shopping-words.ts';

/** Upper bound, so that a removal finds the conversations of a day without a list of them. */
export const MAX_VISITS = 50;
const USUAL_VISITS = 22;
/** From Sunday. */
const WEEKDAY_FACTORS = [1.25, 0.95, 0.85, 0.85, 0.9, 1, 1.3];
/** How many visits begin in each hour of a day in UTC, in proportion. */
const HOURS = [2, 1, 1, 0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 6, 5, 5, 6, 8, 10, 12, 12, 10, 7, 4].map((weight, hour) => ({
  hour,
  weight,
}));

export type Step =
  | { kind: 'search'; query: string; criteria: Criterion[]; appeal: number }
  | { kind: 'chat'; message: string; appeal: number };

export interface Visit {
  convo_id: string;
  shopper: Shopper;
  at_ms: number;
  steps: Step[];
  signs_up: boolean;
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** `no` counts from 1. */
export const convoId = (day: number, no: number): string => `demo-${dateOf(day)}-${no}`;

export const isDemoConversation = (convo_id: unknown): boolean =>
  typeof convo_id === 'string' && /^demo-\d{4}-\d\d-\d\d-\d+$/.test(convo_id);

/** Days are counted from 1970, in UTC. Ordered by time. */
export function visitsOf(day: number): Visit[] {
  const random = new Random(`visits of ${dateOf(day)}`);
  const usual = USUAL_VISITS * WEEKDAY_FACTORS[new Date(day * DAY_MS).getUTCDay()]! * (1 + 0.2 * Math.sin(day / 5));
  const count = Math.min(MAX_VISITS, Math.round(usual * (0.85 + 0.3 * random.next())));
  const times = Array.from({ length: count }, () => {
    const { hour } = weighted(HOURS, random);
    return Math.floor(day * DAY_MS + (hour + random.next()) * 3_600_000);
  });
  return times
    .sort((a, b) => a - b)
    .map((at_ms, i) => ({
      ...{ convo_id: convoId(day, i + 1), at_ms, steps: stepsOf(random), signs_up: random.chance(0.1) },
      // A few people come often.
      shopper: shoppers[Math.floor(shoppers.length * random.next() ** 1.6)]!,
    }));
}

function stepsOf(random: Random): Step[] {
  if (random.chance(0.12)) return random.pick(CHATS).map((message) => ({ kind: 'chat', message, appeal: 0.35 }));
  const steps: Step[] = [];
  for (let left = random.pick([1, 1, 1, 2, 2, 3]); left > 0; left--) {
    const { text, appeal } = weighted(QUERIES, random);
    steps.push({ kind: 'search', query: text, criteria: [], appeal });
    if (!random.chance(0.25)) continue;
    steps.push({ kind: 'search', query: text, criteria: random.pick(FILTERS), appeal });
  }
  return steps;
}
