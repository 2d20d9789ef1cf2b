// The position of a posting list. The term dictionary computes it from the lengths of the lists before it.

const MAX_SHORT_LENGTH = 64;

/** Among the short or the long lists, depending on its length. */
export interface PostingListRef {
  first: number;
  count: number;
}

export const isShortList = (count: number): boolean => count <= MAX_SHORT_LENGTH;
