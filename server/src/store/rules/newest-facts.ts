// Facts that several lookups have found, as one list.
import type { LedgerFact } from '../lookup-store.ts';

/** A signup that is not recorded has no number of its own, but a message id. */
const identityOf = (fact: LedgerFact) => (fact.kind === 'signup' ? fact.message_id : fact.no);

/** Each fact once, newest first. All are of one kind. */
export function newestFacts<F extends LedgerFact>(found: readonly F[], limit = found.length): F[] {
  const distinct = new Map(found.map((fact) => [identityOf(fact), fact]));
  return [...distinct.values()].sort((a, b) => b.no - a.no).slice(0, limit);
}
