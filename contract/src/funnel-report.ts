// Schemas of the funnel report: what happened between a search and a reward.
import { z } from 'zod';
import { id, ruled, text } from './lax.ts';
import { reportFrom, reportTo } from './report.ts';

/** Names only: offsets such as `+05:07` need not fall on quarters of an hour. */
function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

export const GROUPINGS = ['day', 'program', 'merchant', 'network', 'none'] as const;
export const DATE_BASES = ['click', 'conversion'] as const;

export const FunnelQuery = z.object({
  from: reportFrom(),
  to: reportTo(),
  group_by: z.enum(GROUPINGS).default('none').meta({ description: 'What a row is about. `none`: one row.' }),
  date_basis: z.enum(DATE_BASES).default('click').meta({
    description: 'Whether a conversion counts on the day of its click, or on the day of the sale.',
  }),
  program: id().optional().meta({
    description: 'Only the facts of this program. The report is by day or as a whole, and has no searches.',
  }),
  merchant: id().optional().meta({
    description: 'Only the facts of the merchant with this id, without searches and signups. Not with `program`.',
  }),
  tz: ruled(text({ max: 64 }), 'must be the name of an IANA time zone', isTimeZone)
    .default('UTC')
    .meta({ description: 'IANA name of the time zone that days begin and end in.' }),
});

const count = (description: string) => z.int().nullable().meta({ description });
const NOT_APPLICABLE = 'Null where it does not apply to the grouping, program or merchant.';
const ratio = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} Rounded to six decimals; null if it would be divided by zero.` });
const amount = (description: string) => z.string().meta({ description: `${description} A decimal string.` });
const currency = () => z.string().nullable().meta({ description: 'ISO 4217 code. Null when unknown.' });
const perClick = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} A decimal string, rounded to a millionth; null without clicks.` });

const FunnelAmounts = z
  .strictObject({
    currency: currency(),
    sale_amount: amount('What shoppers paid, in pending and approved conversions.'),
    commission: amount('What networks pay, for pending and approved conversions.'),
    rewards: amount('What shoppers earn by pending and approved conversions.'),
    epc_all: perClick('Earnings per click: `commission` divided by `clicks`.'),
    epc_confirmed: perClick('The same for approved conversions only.'),
  })
  .meta({ id: 'FunnelAmounts', description: 'Amounts in one currency. Currencies are never added together.' });

const FunnelRow = z
  .strictObject({
    key: z.string().nullable().meta({
      description:
        'The date, program, merchant id or name of the network account. Null for the only row, and for an unknown merchant.',
    }),
    searches: count(`Searches. ${NOT_APPLICABLE}`),
    offers: count(`Offers registered. ${NOT_APPLICABLE}`),
    clicks: count(`Clicks. ${NOT_APPLICABLE}`),
    unique_clicks: count(`Presentments clicked for the first time. ${NOT_APPLICABLE}`),
    non_clicks: z
      .record(z.string(), z.int())
      .nullable()
      .meta({ description: `Visits that are not clicks, by reason. ${NOT_APPLICABLE}` }),
    signups: count(`Signups. ${NOT_APPLICABLE}`),
    conversions: z
      .strictObject({
        pending: z.int().meta({ description: 'Not decided by the network yet.' }),
        approved: z.int().meta({ description: 'Approved by the network.' }),
        declined: z.int().meta({ description: 'Declined by the network, or corrected to nothing.' }),
      })
      .meta({ description: 'Conversions whose click is known, by their status now.' }),
    conversion_rate: ratio('Conversions of any status divided by `clicks`.'),
    approval_rate: ratio('Approved conversions divided by approved and declined ones.'),
    undecided_share: ratio('Pending conversions divided by conversions of any status.'),
    amounts: z.array(FunnelAmounts).meta({ description: 'One entry per currency.' }),
  })
  .meta({
    id: 'FunnelRow',
    description: 'The funnel of one day, program, merchant or network, or of the whole period.',
  });

const UnmatchedConversions = z
  .strictObject({
    count: z.int().meta({ description: 'Conversions of any status whose click is not known, by the day of the sale.' }),
    amounts: z
      .array(
        z
          .strictObject({
            currency: currency(),
            sale_amount: amount('What shoppers paid, in pending and approved conversions.'),
            commission: amount('What networks pay, for pending and approved conversions.'),
          })
          .meta({ description: 'Amounts in one currency.' }),
      )
      .meta({ description: 'One entry per currency.' }),
  })
  .meta({
    id: 'UnmatchedConversions',
    description: 'Conversions that no row counts. None in the report of a program or merchant, as theirs is not known.',
  });

export const FunnelReport = z
  .strictObject({
    rows: z.array(FunnelRow).meta({ description: 'Ordered by key. Days without facts have a row, other keys do not.' }),
    unmatched: UnmatchedConversions,
  })
  .meta({ id: 'FunnelReport', description: 'From searches to rewards, exact at the time of the request.' });
