/** The seed of every random test. It is fixed, so that a run repeats the one before; `SEED=7 npm test` tries other inputs. */
export const SEED = Number(process.env.SEED ?? 27);

/** Numbers in [0, 1) from a seed (mulberry32), so that a failing run can be run again. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
