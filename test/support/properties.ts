// fast-check with the shared seed. A failure reports the seed and the path to its input.
import fc from 'fast-check';
import { SEED } from './seeded.ts';

fc.configureGlobal({ seed: SEED });

export default fc;
