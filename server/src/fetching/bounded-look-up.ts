// Look-ups of hosts that may hang. Each occupies a thread of the pool that all files share, so only a few run at a time.
import { type LookUp, sharedLookUp } from './public-address.ts';

/** Of the four threads of the pool. */
const MAX_RUNNING = 2;
const MAX_WAIT_MS = 15_000;
const FRESH_MS = 5000;
/** While all look-ups are occupied, for example by hosts whose name servers are dead, an older answer is better. */
const STALE_MS = 600_000;
const MAX_ANSWERS = 1000;

/** A look-up that does not get its turn in time fails. */
export function boundedLookUp(resolve: LookUp): LookUp {
  const answers = new Map<string, { addresses: string[]; at_ms: number }>();
  const waiting = new Set<() => void>();
  let running = 0;

  async function takeTurn(): Promise<void> {
    if (running < MAX_RUNNING) {
      running++;
      return;
    }
    const turn = Promise.withResolvers<void>();
    waiting.add(turn.resolve);
    const timer = setTimeout(() => {
      waiting.delete(turn.resolve);
      turn.reject(Object.assign(new Error('the host was not looked up in time'), { code: 'ETIMEDOUT' }));
    }, MAX_WAIT_MS);
    await turn.promise.finally(() => clearTimeout(timer));
  }

  /** Passes the turn on to the one that has waited longest. */
  function endTurn(): void {
    const [next] = waiting;
    if (!next) running--;
    else if (waiting.delete(next)) next();
  }

  const lookUp = sharedLookUp(async (host) => {
    await takeTurn();
    try {
      const addresses = await resolve(host);
      if (answers.size >= MAX_ANSWERS) answers.clear();
      answers.set(host, { addresses, at_ms: performance.now() });
      return addresses;
    } finally {
      endTurn();
    }
  });

  return async (host) => {
    const known = answers.get(host);
    const age_ms = known ? performance.now() - known.at_ms : Infinity;
    const max_age_ms = running < MAX_RUNNING ? FRESH_MS : STALE_MS;
    return known && age_ms < max_age_ms ? known.addresses : lookUp(host);
  };
}
