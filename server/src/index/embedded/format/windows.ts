// Windows of documents: the unit of scoring, and of the compression of posting lists.

export const WINDOW_BITS = 16;
export const WINDOW = 1 << WINDOW_BITS;

export const windowCount = (docs: number): number => Math.ceil(docs / WINDOW);
