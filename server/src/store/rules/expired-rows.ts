// Which of the oldest rows of a numbered table a purge deletes.

/**
 * The rows before the first one that is recent enough. Rows are purged in the order of their numbers, so that busy tables
 * need no index by time; a row that is older than its number suggests waits for those before it.
 */
export function expiredRows<T extends { at_ms: number }>(oldest: readonly T[], before_ms: number): readonly T[] {
  const retained = oldest.findIndex(({ at_ms }) => at_ms >= before_ms);
  return retained < 0 ? oldest : oldest.slice(0, retained);
}
