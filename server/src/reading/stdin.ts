/** The path that stands for stdin on the command line. */
export const STDIN = '-';
