// A lease that a test holds without end, alone or shared by all that it starts.
import type { Lease } from '../../server/src/lease-keeper.ts';
import type { Store } from '../../server/src/store/store.ts';

/** Writes wait in order, so the lease is acquired before the first write that carries it. */
export function testLease(store: Pick<Store, 'acquireLease'>): Lease {
  void store.acquireLease({ name: 'test', holder: 'test', now_ms: 0, ttl_ms: Number.MAX_SAFE_INTEGER });
  return () => ({ name: 'test', token: 1 });
}
