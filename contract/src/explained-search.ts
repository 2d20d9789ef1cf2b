// A search with an explanation of its ranking, for operators.
import { z } from 'zod';
import { integer } from './lax.ts';
import { FirstPage, SearchItem } from './product.ts';

export const ExplainRequest = FirstPage.omit({ per_page: true })
  .extend({
    limit: integer({ ge: 1, le: 100 })
      .default(10)
      .meta({ description: 'Number of products to explain, from 1 to 100. The default is 10.' }),
    offset: integer({ ge: 0 }).default(0).meta({ description: 'Number of products to skip, for later pages.' }),
  })
  .meta({ id: 'ExplainRequest', description: 'A search to explain.' });

const WHYS = [
  'typed',
  'joined',
  'split',
  'inflected',
  'corrected',
  'prefix',
  'synonym',
  'compound',
  'negated',
] as const;

const points = (description: string) => z.number().meta({ description });

const TermScore = z
  .strictObject({
    word: z.string().meta({ description: 'Word of the query.' }),
    by: z.string().meta({ description: 'Word of the product that it matched.' }),
    why: z.enum(WHYS).meta({
      description:
        'How the two are related. `typed`: the same word. `joined`, `split`: written in one word or in two. `inflected`: another ending. `corrected`: no product has the word as typed. `prefix`: the last word, completed. `compound`: the end of a longer word. `negated`: the query says "without", and the product states that it lacks it.',
    }),
    points: points('Score of the match (BM25F).'),
  })
  .meta({ id: 'TermScore', description: 'The score of one query word.' });

const Signals = z
  .strictObject({
    lexical: points('Score of all words, as a share of the best one among the candidates.'),
    word_vectors: points('Similarity to the best hits, by word vectors.'),
    category: points('Similarity to the best hits, by category.'),
    main_part: points('Share of the query that the name has before words like "for" and "with".'),
    brand: points('The query names the brand.'),
    all_words: points('The product has every word of the query.'),
    long_name: points('Length of the name. Negative.'),
    unwanted: points('Words that the query excludes with "without". Negative.'),
    out_of_stock: points('The product is out of stock. Negative.'),
    identifier: points('A word of the query is an identifier of the product.'),
    exact_name: points('The query is the name of the product.'),
  })
  .meta({ id: 'RankingSignals', description: 'Contribution of each ranking signal. They add up to the score.' });

const ExplainedHit = z
  .strictObject({
    product: SearchItem.omit({ slug: true }).meta({ id: 'ExplainedProduct', description: 'A product that was found.' }),
    score: points('Score that the products are ordered by.'),
    words: z.array(TermScore).meta({ description: 'Words of the query that the product matches.' }),
    signals: Signals.nullable().meta({
      description:
        'What the score is made of. Null beyond the 200 best candidates: their score is that of their words.',
    }),
    is_duplicate: z.boolean().meta({
      description: 'Near-identical to a product above. Such products rank behind the first hundred.',
    }),
  })
  .meta({ id: 'ExplainedHit', description: 'A product, and why it ranks where it does.' });

export const ExplainedSearch = z
  .strictObject({
    type: z.literal('explained_search').meta({ description: 'Always `explained_search`.' }),
    query: z.string().meta({ description: 'The interpreted query: normalised, with spelling corrected.' }),
    corrections: z
      .array(
        z.strictObject({
          typed: z.string().meta({ description: 'Word that no product has.' }),
          meant: z.string().meta({ description: 'Word that was searched instead.' }),
        }),
      )
      .meta({ description: 'Spelling corrections.' }),
    found: z.int().meta({
      description: 'Number of products in the result set of this search, at most `SESSION_MAX_RESULTS`.',
    }),
    items: z
      .array(ExplainedHit)
      .meta({ description: 'Products in the order of the search, `limit` after the first `offset`.' }),
  })
  .meta({ id: 'ExplainedSearch', description: 'The ranking of a search.' });
