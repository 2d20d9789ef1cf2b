/** The path that means stdin. */
export const STDIN = '-';
