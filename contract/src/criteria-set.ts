// Criteria sets: named, saved bundles of filters that searches refer to by id.
import { z } from 'zod';
import { Criterion } from './criterion.ts';
import { list, pattern, text } from './lax.ts';
import { searchText, timestamp } from './shared.ts';

export const CriteriaSetId = pattern(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/);

// Output-only fields may come back in a body, so that what GET gave can be PUT again; they are not looked at.
const ignored = () => z.unknown().optional().meta({ readOnly: true });

export const CriteriaSetInput = z
  .strictObject({
    id: CriteriaSetId,
    name: text({ min: 1, max: 200 }),
    query: searchText().nullable().optional(),
    exclude_query: searchText().nullable().optional(),
    criteria: list(Criterion, 100).default([]).meta({ default: [] }),
    type: ignored(),
    created_at: ignored(),
    updated_at: ignored(),
  })
  .meta({ id: 'CriteriaSetInput' });

export type CriteriaSetInput = z.output<typeof CriteriaSetInput>;

export const CriteriaSet = z
  .strictObject({
    type: z.literal('affiliate_discovery_criteria_set'),
    id: CriteriaSetId,
    name: z.string(),
    query: z.string().nullable(),
    exclude_query: z.string().nullable(),
    criteria: z.array(Criterion),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'CriteriaSet' });

export type CriteriaSet = z.output<typeof CriteriaSet>;

export const CriteriaSetList = z
  .strictObject({
    type: z.literal('affiliate_discovery_criteria_set_list'),
    items: z.array(CriteriaSet),
  })
  .meta({ id: 'CriteriaSetList' });
