// The search index, for operators.
import { z } from 'zod';

const count = (description: string) => z.int().nonnegative().meta({ description });

export const IndexState = z
  .strictObject({
    type: z.literal('index_state').meta({ description: 'Always `index_state`.' }),
    ready: z.boolean().meta({ description: 'Whether searches are answered.' }),
    products: count('Number of searchable products.'),
    work: z
      .strictObject({
        step: z.enum(['opening', 'filling', 'rebuilding', 'updating', 'learning']).meta({
          description:
            '`filling`: the first index is built. `rebuilding`: its replacement is built, while the old one is in use. `updating`: changes of products are applied.',
        }),
        progress: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .meta({ description: 'From 0 to 1. Null for `opening` and `learning`.' }),
      })
      .nullable()
      .meta({ description: 'What is being done. Null if there is nothing to do.' }),
    lag: z
      .strictObject({
        changes: count('Number of changes of products that are not searchable yet.'),
        seconds: z.number().nonnegative().meta({ description: 'Age of the oldest of them.' }),
      })
      .meta({ description: 'How far the index is behind the catalogue.' }),
    rebuilds: z
      .strictObject({
        requested: count('Number of the last requested rebuild. 0 if none was requested.'),
        completed: count('Number of the last one that is in use. Below `requested`: it waits or runs.'),
      })
      .meta({ description: 'Requested rebuilds. Of several instances, the first completes them.' }),
    unlearned_products: count('Number of products added since the ranking last learned from the catalogue.'),
    searches: z
      .strictObject({
        running: count('Searches that run now.'),
        waiting: count('Searches that run or wait.'),
        capacity: count('How many may run at the same time.'),
      })
      .meta({ description: 'Load of the search threads.' }),
  })
  .meta({ id: 'IndexState', description: 'The search index of the instance that answers.' });
