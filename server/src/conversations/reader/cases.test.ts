// What shoppers say, and what is understood: one line a case. Turns of a conversation stand between slashes; on the right
// the words that are searched for, the criteria, and what is done when it is not a search.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { importProducts } from '../../catalogue/import-products.ts';
import { demoProducts } from '../../demo/demo-catalogue.ts';
import { systemClock } from '../../deps.ts';
import type { Store } from '../../store/port.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { applyReading } from '../apply-reading.ts';
import { type ChatState, criteriaOf, emptyState, type ShownItem } from '../chat-state.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { VocabularyKeeper } from '../vocabulary-keeper.ts';
import { CASES } from './cases.ts';
import { readMessage } from './read-message.ts';

let store: Store;
let keeper: VocabularyKeeper;
before(async () => {
  store = await openSqliteStore({ folder: temporaryFolder(), own: true });
  let line = 0;
  const rows = [...demoProducts('')].map((value) => ({ line: ++line, value }));
  await importProducts({ store, clock: systemClock }, 'demo', rows);
  keeper = new VocabularyKeeper(store, {
    read_only: false,
    onFault: (error) => {
      throw error;
    },
  });
  keeper.start();
  await keeper.catchUp();
});
after(async () => {
  await keeper.stop();
  await store.close();
});

const item = (product_no: number, brand: string, color: string, price: number): ShownItem => ({
  product_no,
  name: `${brand} ${color} thing`,
  brand,
  color,
  material: null,
  size: null,
  merchant: 'Everymart',
  price,
  currency: 'USD',
});
/** On the page after every search. */
const SHOWN = [item(1, 'Nike', 'Black', 120), item(2, 'Asics', 'White', 80), item(3, 'Puma', 'Red', 60)];

function understand(conversation: string, vocabulary: Vocabulary): string {
  let state: ChatState = emptyState();
  let shown: ShownItem[] = [];
  let said = '';
  for (const message of conversation.split(' / ')) {
    const reading = readMessage(message.trim(), vocabulary);
    const turn = applyReading(state, reading, shown, vocabulary);
    state = turn.state;
    if (turn.act === 'search') shown = SHOWN;
    const talk = reading.inabilities[0] ?? reading.small_talk ?? (reading.is_reset ? 'reset' : undefined);
    const done = { search: '', page: reading.paging, product: turn.item?.brand, talk: talk ?? 'nothing' }[turn.act];
    said = [done && `${turn.act} ${done}`, turn.act === 'search' && reading.inabilities[0]].filter(Boolean).join('; ');
  }
  const criteria = criteriaOf(state, vocabulary).map(({ field, operator, value }) => `${field} ${operator} ${value}`);
  if (state.order) criteria.push(state.order);
  if (state.similar_to) criteria.push(`like ${state.similar_to.name}`);
  return [state.words, criteria.join('; '), said]
    .join(' | ')
    .replace(/ {2,}/g, ' ')
    .replace(/[ |]+$/, '')
    .trim();
}

test('every case is understood', () => {
  const cases = CASES.trim()
    .split('\n')
    .map((line) => line.split(' → ') as [string, string]);
  assert.ok(cases.length >= 150, `${cases.length} cases`);
  const wrong = cases
    .map(([said, meant]) => ({ said, meant: meant.trim(), read: understand(said, keeper.current) }))
    .filter(({ meant, read }) => meant !== read);
  assert.deepEqual(wrong, []);
});
