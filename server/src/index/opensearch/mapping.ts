// Settings and mapping of an index in OpenSearch.
import { FIELD_RULES_CRC } from '../../product/text-fields.ts';
import { FULL_TEXT_FIELDS } from '../criteria/field-kinds.ts';
import { EXCLUSION_FIELDS } from '../criteria/parse-filter.ts';
import { FLAG_FIELDS, NUMBER_FIELDS } from '../criteria/product-values.ts';
import { FREQUENCY_FILTER, SIMILARITY } from './term-frequency.ts';
import { MAX_TOKEN_CHARACTERS } from './value-terms.ts';

/** Incremented when the mapping, the documents or the lexicon change. */
const VERSION = 1;
/** Part of the name of an index. Also depends on the fields of a product. */
export const FORMAT = `${VERSION}-${FIELD_RULES_CRC}`;

interface IndexOptions {
  shards: number;
  replicas: number;
}

/** A limit of OpenSearch's own that the service's limits replace. */
const UNLIMITED = 2 ** 31 - 1;

const WEIGHTED_TERMS = {
  type: 'text',
  analyzer: 'weighted_terms',
  similarity: 'weight',
  norms: false,
  index_options: 'freqs',
  store: true,
};
const WORDS = { type: 'text', analyzer: 'words', norms: false, index_options: 'docs' };
const VALUES = { type: 'keyword', doc_values: false, norms: false };
const fieldsOf = <T>(names: readonly string[], mapping: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, mapping]));

/** The body of the request that creates an index. */
export const indexSettings = ({ shards, replicas }: IndexOptions): object => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      // The indexer refreshes the index itself, after its last batch.
      refresh_interval: '-1',
      // A deletion is remembered for this long: an older version of the product that arrives late is refused. A writer
      // that was paused for longer could bring a deleted product back.
      gc_deletes: '1h',
      max_result_window: UNLIMITED,
      max_regex_length: UNLIMITED,
      max_terms_count: UNLIMITED,
      similarity: { weight: SIMILARITY },
    },
    analysis: {
      analyzer: {
        words: { type: 'custom', tokenizer: 'words' },
        weighted_terms: { type: 'custom', tokenizer: 'words', filter: ['frequency'] },
      },
      filter: { frequency: FREQUENCY_FILTER },
      tokenizer: { words: { type: 'whitespace', max_token_length: MAX_TOKEN_CHARACTERS } },
    },
  },
  mappings: {
    dynamic: false,
    // Filtering it would cost a quarter of the time of indexing; what is read again has stored fields.
    _source: { enabled: false },
    properties: {
      /** Product number: breaks ties. */
      n: { type: 'long', index: false },
      /** Change number. */
      c: { type: 'long' },
      /** Terms with their weights (`term-frequency.ts`). */
      t: WEIGHTED_TERMS,
      /** Terms of the name in order, for phrases. */
      nt: { type: 'text', analyzer: 'words', norms: false, store: true },
      /** Identifiers and the name, to pin a product by. */
      ident: VALUES,
      /** What `=` compares, by field. */
      e: VALUES,
      /** What `like` compares: the values of all fields but the full texts, by field. */
      l: VALUES,
      /** The words of full texts as `like` and as exclusions compare them. */
      ...fieldsOf(FULL_TEXT_FIELDS.map(likeField), WORDS),
      ...fieldsOf(EXCLUSION_FIELDS.map(exclusionField), WORDS),
      ...fieldsOf(NUMBER_FIELDS, { type: 'long' }),
      ...fieldsOf(FLAG_FIELDS, { type: 'boolean' }),
      /** What ranking, duplicates and facets need (`product-record.ts`). */
      record: { type: 'binary', doc_values: true },
      /** JSON of a meta document (`generation.ts`). */
      meta: { type: 'text', index: false, store: true },
    },
  },
});

export const likeField = (field: string): string => `l_${field}`;
export const exclusionField = (field: string): string => `x_${field}`;
