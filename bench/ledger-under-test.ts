// The server process of the ledger benchmark. `durable` is the real application; `bare` answers without the store;
// `single` commits every write on its own, without group commit.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../server/src/compose.ts';
import { readConfig } from '../server/src/config.ts';
import { buildApp } from '../server/src/http/app.ts';
import { KeyRing } from '../server/src/keys/key-ring.ts';
import { createLog } from '../server/src/log.ts';
import type { ReportAnswer } from '../server/src/store/conversion-store.ts';
import type { OfferAnswer, StoredOffer } from '../server/src/store/ledger-store.ts';
import type { Store } from '../server/src/store/store.ts';
import { BENCH_KEY } from './ledger-load.ts';

const mode = process.argv[2];
const DATA_DIR = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
const config = readConfig({ DATA_DIR, OFFER_LINK_HOSTS: '*', LOG_LEVEL: 'warn' });

const offer: StoredOffer = {
  id: 1,
  convo_id: 'c1',
  presentation_id: 'p1',
  click_id: 'k1',
  program: 'gold',
  email_key: 'ann@example.com',
  click_at_ms: 0,
  direct_link: 'https://t.example/',
  detail_link: null,
  message_id: null,
  is_registered: true,
};

const bare = (store: Store): Store => ({
  ...store,
  recordClick: async () => 'recorded',
  recordVisit: async () => offer,
  recordReports: async ({ reports }) => ({
    answers: reports.map((): ReportAnswer => ({ id: 1, state: 'recorded', is_matched: false })),
  }),
  registerOffers: async ({ offers }) => ({
    answers: offers.map((): OfferAnswer => ({ id: 1, message_id: null, is_replay: false })),
  }),
});

function single(store: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn =
    <I, O>(call: (input: I) => Promise<O>) =>
    (input: I): Promise<O> => {
      const mine = last.then(() => call(input));
      last = mine.catch(() => {});
      return mine;
    };
  return {
    ...store,
    recordClick: inTurn(store.recordClick),
    recordVisit: inTurn(store.recordVisit),
    recordReports: inTurn(store.recordReports),
    registerOffers: inTurn(store.registerOffers),
  };
}

const wrapStore = { durable: (store: Store) => store, bare, single }[mode as 'durable' | 'bare' | 'single'];
const onFault = (error: unknown) => console.error(error);
const { deps, startBackground } = await compose({ config, onFault, baseUrl: () => '', wrapStore });
const keyRing = new KeyRing(deps, [BENCH_KEY]);
await keyRing.refresh();
const app = await buildApp({ config, deps, keyRing, log: createLog('warn') });
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
startBackground();
