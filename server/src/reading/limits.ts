// Size limits of one record in any format: far above real products, far below the memory of a process.

/** Longer records are rejected. */
export const MAX_RECORD_CHARS = 4 * 1024 * 1024;
/** Longer texts are cut. No product field is that long. */
export const MAX_TEXT_CHARS = 1024 * 1024;

export const TOO_LONG = `is longer than ${MAX_RECORD_CHARS} characters`;
