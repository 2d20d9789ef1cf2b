// What an engine answers about the catalogue's words. Planning a query is synchronous, so an engine whose documents are
// elsewhere keeps these answers in memory. Lookups that belong together are made in one call.

export interface Lexicon {
  /** Number of products. */
  readonly size: number;
  /** Number of products that contain each of these terms. */
  documentFrequencies(terms: readonly string[]): number[];
  /** Words with a prefix, shortest first. */
  completionsOf(letters: string, limit: number): string[];
  /** Most likely word within an edit distance. */
  correct(word: string, edits: number): string | undefined;
  /** Words that end with a word and whose beginning is a word too. */
  compoundsOf(word: string): string[];
  /** For each pair of terms, whether a product name contains them in sequence. */
  arePhrases(pairs: readonly (readonly [first: string, second: string])[]): boolean[];
}

/**
 * BM25 inverse document frequency, in the form that is never negative:
 * https://lucene.apache.org/core/10_0_0/core/org/apache/lucene/search/similarities/BM25Similarity.html
 */
export const inverseDocumentFrequency = (size: number, documentFrequency: number): number =>
  Math.log(1 + (size - documentFrequency + 0.5) / (documentFrequency + 0.5));
