// What one record of a feed may take, whatever the format: far above any product, far below what a process has.

/** A longer record is rejected. */
export const MAX_RECORD_CHARS = 4 * 1024 * 1024;
/** A longer text is cut: no field of a product is that long. */
export const MAX_TEXT_CHARS = 1024 * 1024;

export const TOO_LONG = `is longer than ${MAX_RECORD_CHARS} characters`;
