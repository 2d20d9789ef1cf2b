// The PostgreSQL store: the common contract.
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { storeContract } from '../contract-suite.ts';
import { sharedDataContract } from '../shared-data-contract.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const openUnderTest = async () => {
  const options = { url: await temporaryDatabase(), prepare: process.env.TEST_DATABASE_PREPARE !== 'false', pool: 14 };
  const under = {
    store: await openPostgresStore({ ...options, own: true }),
    reopen: async () => {
      await under.store.close();
      return openPostgresStore({ ...options, own: true });
    },
    openBeside: () => openPostgresStore({ ...options, own: false }),
    end: () => under.store.close(),
  };
  return under;
};

storeContract('PostgreSQL', openUnderTest);
sharedDataContract('PostgreSQL', openUnderTest);
