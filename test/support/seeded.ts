/** The seed of all random tests. Fixed, so that runs are repeatable; `SEED=7 npm test` tries other inputs. */
export const SEED = Number(process.env.SEED ?? 27);

export type Random = () => number;

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;
