// The embedded index fulfils the contract of the index ports.
import { indexContract } from '../contract-suite.ts';
import { logOf, UNLEARNED } from '../learning-contract.ts';
import { openEmbeddedIndex } from './embedded-index.ts';

const onFault = (error: unknown) => {
  throw error;
};

indexContract('the embedded index', {
  open: ({ log = logOf([]), artefacts = UNLEARNED } = {}) => openEmbeddedIndex({ log, artefacts, threads: 1, onFault }),
  settle: async () => {},
});
