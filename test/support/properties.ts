// fast-check with the seed of all tests. A failure names the seed and the path to its input.
import fc from 'fast-check';
import { SEED } from './seeded.ts';

fc.configureGlobal({ seed: SEED });

export default fc;
