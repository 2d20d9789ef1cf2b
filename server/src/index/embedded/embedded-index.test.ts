// The embedded index fulfils the contract of the index port.
import { indexContract } from '../contract-suite.ts';
import { measureLengths } from '../ranking/field-lengths.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';

indexContract('the embedded index', {
  open: () => openEmbeddedIndex({ lengths: measureLengths([]), threads: 1 }),
  settle: async () => {},
});
