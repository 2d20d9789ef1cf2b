// Runs the chat reader on conversations and renders each result as one line.
import { rmSync } from 'node:fs';
import { importProducts } from '../../server/src/catalogue/import-products.ts';
import { systemClock } from '../../server/src/clock.ts';
import { type ChatState, criteriaOf, emptyState, type ShownItem } from '../../server/src/conversations/chat-state.ts';
import { followMessage } from '../../server/src/conversations/follow-message.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import type { Vocabulary } from '../../server/src/vocabulary/vocabulary.ts';
import { VocabularyManager } from '../../server/src/vocabulary/vocabulary-manager.ts';
import { temporaryFolder } from './temporary-folder.ts';

export async function vocabularyOf(products: Iterable<object>): Promise<Vocabulary> {
  const folder = temporaryFolder();
  const store = await openSqliteStore({ folder, own: true });
  let line = 0;
  const rows = [...products].map((value) => ({ line: ++line, value }));
  await importProducts({ store, clock: systemClock }, '', rows);
  const manager = new VocabularyManager(store, {
    lease: null,
    onFault: (error) => {
      throw error;
    },
  });
  manager.start();
  await manager.catchUp();
  await manager.stop();
  await store.close();
  rmSync(folder, { recursive: true });
  return manager.current;
}

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
/** The products shown after every search. */
const SHOWN = [item(1, 'Nike', 'Black', 120), item(2, 'Asics', 'White', 80), item(3, 'Puma', 'Red', 60)];

/** Words, criteria and the act (if not a search) after the last turn. Turns are separated by slashes. */
function understand(conversation: string, vocabulary: Vocabulary): string {
  let state: ChatState = emptyState();
  let shown: ShownItem[] = [];
  let act = '';
  for (const message of conversation.split(' / ')) {
    const { turn, reading } = followMessage(state, message.trim(), shown, vocabulary);
    state = turn.state;
    if (turn.act === 'search') shown = SHOWN;
    const talk = reading.inabilities[0] ?? reading.small_talk ?? (reading.is_reset ? 'reset' : undefined);
    const done = { search: '', page: turn.paging, product: turn.item?.brand, talk: talk ?? 'nothing' }[turn.act];
    act = [done !== '' && `${turn.act} ${done}`, turn.act === 'search' && reading.inabilities[0]]
      .filter(Boolean)
      .join('; ');
  }
  const criteria = criteriaOf(state, vocabulary).map(({ field, operator, value }) => `${field} ${operator} ${value}`);
  if (state.order) criteria.push(state.order);
  if (state.similar_to) criteria.push(`like ${state.similar_to.name}`);
  return [state.words, criteria.join('; '), act]
    .join(' | ')
    .replace(/ {2,}/g, ' ')
    .replace(/[ |]+$/, '')
    .trim();
}

/** The lines of a table `said → meant` that the reader interprets differently. */
export function misread(table: string, vocabulary: Vocabulary) {
  const cases = table
    .trim()
    .split('\n')
    .map((line) => line.split(' → ') as [string, string]);
  const wrong = cases
    .map(([said, meant]) => ({ said, meant: meant.trim(), read: understand(said, vocabulary) }))
    .filter(({ meant, read }) => meant !== read);
  return { count: cases.length, wrong };
}
