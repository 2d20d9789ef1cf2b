// Decides whether a write under a lease is accepted.
import type { HeldLease } from '../config-store.ts';

/** `current` is the lease's last token. A lease that has ended protects its writes until another process acquires it. */
export const isHeld = ({ token }: HeldLease, current: number | null): boolean => token === current;

export const isNextGeneration = (generation: number, newest: number): boolean => generation === newest + 1;
