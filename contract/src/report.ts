// Schemas of reports.
import { z } from 'zod';
import { integer, isDateTime, ruled, text } from './lax.ts';

const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && isDateTime(`${value}T00:00:00Z`);

const date = () => ruled(text(), 'must be a date like 2026-11-15', isDate).meta({ format: 'date' });

export const reportFrom = () => date().meta({ description: 'First day of the report, for example `2026-11-01`.' });

export const reportTo = () =>
  date().meta({ description: 'Last day of the report, which is included. A report covers at most 400 days.' });

const SEARCH_REPORT_KINDS = ['top', 'no_results', 'no_clicks'] as const;

export const SearchReportQuery = z.object({
  from: reportFrom(),
  to: reportTo(),
  kind: z.enum(SEARCH_REPORT_KINDS).default('top').meta({
    description:
      'Which queries, and what they are ordered by: `top` by searches (default), `no_results` by searches without results, `no_clicks` by searches that led to no click. `no_clicks` leaves out searches without `x-convo-id`.',
  }),
  limit: integer({ ge: 1, le: 1000 })
    .default(100)
    .meta({ description: 'Number of queries, from 1 to 1,000. The default is 100.' }),
});

const count = (description: string) => z.int().nonnegative().meta({ description });

const SearchReportRow = z
  .strictObject({
    query: z.string().meta({
      description: 'The query as it was understood, in lower case, with emails, card numbers and keys masked.',
    }),
    searches: count('Searches for the query.'),
    without_results: count('Searches that found nothing.'),
    with_conversation: count('Searches of a conversation. Only of these it is known whether a click followed.'),
    without_clicks: count('Searches of a conversation that led to no click.'),
    click_through_rate: z.number().nullable().meta({
      description: 'Share of the searches of a conversation that led to a click, from 0 to 1. Null if there are none.',
    }),
  })
  .meta({ id: 'SearchReportRow', description: 'The searches for one query.' });

export const SearchReport = z
  .strictObject({
    rows: z
      .array(SearchReportRow)
      .meta({ description: 'Queries by the count of the kind, then in alphabetical order.' }),
  })
  .meta({ id: 'SearchReport', description: 'What shoppers searched for.' });
