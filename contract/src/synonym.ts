// Synonym groups: words that searches treat alike.
import { z } from 'zod';
import { text } from './lax.ts';
import { listCursor, nextCursor, perPage } from './shared.ts';

const SOURCES = ['built-in', 'own'] as const;
const STATES = ['on', 'off'] as const;

/** 30 members of 100 characters, with their separators. */
const group = () => text({ min: 1, max: 3200 });
const members = (description: string) => z.array(z.string()).meta({ description });

export const SynonymInput = z
  .object({
    synonyms: group().meta({
      description:
        'The group: `sofa, couch, settee`. One-way: `crisps => potato chips`, where crisps also finds chips.',
    }),
  })
  .meta({ id: 'SynonymInput', description: 'A synonym group to add.' });

export const RemoveSynonymsQuery = z.object({
  synonyms: group().meta({ description: 'The group, with all its members in any order.' }),
});

export const SynonymGroup = z
  .strictObject({
    synonyms: z.string().meta({ description: 'The group as one text, in the notation of a new group.' }),
    inputs: members('Words and phrases that are expanded in a query.'),
    outputs: members('What they also find. The same as `inputs`, unless the group is one-way.'),
    source: z.enum(SOURCES).meta({ description: '`own`: added on this installation.' }),
    state: z.enum(STATES).meta({ description: '`off`: a built-in group that was removed.' }),
  })
  .meta({ id: 'SynonymGroup', description: 'Words that searches treat alike.' });

export const SynonymListQuery = z.object({
  query: text({ min: 1, max: 100 }).optional().meta({ description: 'Only groups with a member that contains this.' }),
  source: z.enum(SOURCES).optional().meta({ description: 'Only groups from this source.' }),
  state: z.enum(STATES).optional().meta({ description: 'Only groups in this state.' }),
  per_page: perPage(),
  cursor: listCursor(),
});

export const SynonymList = z
  .strictObject({
    items: z.array(SynonymGroup).meta({ description: 'Your own groups, newest first, then built-in ones.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'SynonymList', description: 'A page of synonym groups.' });
