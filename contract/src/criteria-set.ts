// Criteria sets: named, saved bundles of filters that searches refer to by id.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { list, pattern, text } from './lax.ts';
import { searchText, timestamp } from './shared.ts';

export const CriteriaSetId = pattern(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/).meta({
  description: 'Id of the set, chosen by you: 1 to 128 letters, digits, `_`, `.` or `-`.',
});

// Output-only fields are accepted and ignored, so that the response of a GET is a valid body of a PUT.
const ignored = () =>
  z.unknown().optional().meta({ readOnly: true, description: 'Output only. Ignored in a request.' });

export const CriteriaSetInput = z
  .strictObject({
    id: CriteriaSetId,
    name: text({ min: 1, max: 200 }).meta({ description: 'Display name.' }),
    query: searchText()
      .nullable()
      .optional()
      .meta({ description: 'Words added to the query of every search that uses the set.' }),
    exclude_query: searchText()
      .nullable()
      .optional()
      .meta({ description: 'Excludes products, like `exclude_query` of a search.' }),
    criteria: list(Criterion, 100).default([]).meta({ description: 'Filters. All of them must hold.' }),
    type: ignored(),
    created_at: ignored(),
    updated_at: ignored(),
  })
  .meta({ id: 'CriteriaSetInput', description: 'A criteria set to create or replace.' });

export type CriteriaSetInput = z.output<typeof CriteriaSetInput>;

export const CriteriaSet = z
  .strictObject({
    type: z
      .literal('affiliate_discovery_criteria_set')
      .meta({ description: 'Always `affiliate_discovery_criteria_set`.' }),
    id: CriteriaSetId,
    name: z.string().meta({ description: 'Display name.' }),
    query: z.string().nullable().meta({ description: 'Words added to the query of a search.' }),
    exclude_query: z.string().nullable().meta({ description: 'Words of products to exclude.' }),
    criteria: z.array(Criterion).meta({ description: 'Filters. All of them must hold.' }),
    created_at: timestamp().meta({ description: 'When the set was created.' }),
    updated_at: timestamp().meta({ description: 'When the set was last replaced.' }),
  })
  .meta({ id: 'CriteriaSet', description: 'A saved bundle of filters.' });

export type CriteriaSet = z.output<typeof CriteriaSet>;

export const CriteriaSetList = z
  .strictObject({
    type: z
      .literal('affiliate_discovery_criteria_set_list')
      .meta({ description: 'Always `affiliate_discovery_criteria_set_list`.' }),
    items: z.array(CriteriaSet).meta({ description: 'Every criteria set, ordered by id.' }),
  })
  .meta({ id: 'CriteriaSetList', description: 'All criteria sets of the installation.' });
