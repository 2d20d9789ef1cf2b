// Runs the chat reader on conversations and renders each result as one line.
import { rmSync } from 'node:fs';
import { importProducts } from '../../server/src/catalogue/import-products.ts';
import { systemClock } from '../../server/src/clock.ts';
import { type ChatState, emptyState, type ShownItem } from '../../server/src/conversations/chat-state.ts';
import { criteriaOf } from '../../server/src/conversations/criteria.ts';
import { readTurn } from '../../server/src/conversations/read-turn.ts';
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

export function understand(conversation: string, vocabulary: Vocabulary): string {
  let state: ChatState = emptyState();
  let shown: ShownItem[] = [];
  let act = '';
  for (const message of conversation.split(' / ')) {
    const turn = readTurn(state, message.trim(), shown, vocabulary);
    state = turn.state;
    if (turn.act.kind === 'search') shown = SHOWN;
    const a = turn.act;
    const done =
      a.kind === 'search'
        ? ''
        : a.kind === 'page'
          ? `page ${a.to}`
          : a.kind === 'product'
            ? `product ${a.item.brand}`
            : a.kind === 'ask'
              ? `ask ${a.intent.places[0] ?? ''} ${a.intent.question.topic ?? a.intent.question.words.join(' ')}`
              : `talk ${a.topic}`;
    act = [done, a.kind === 'search' && turn.unsupported[0], ...turn.unchecked.map((u) => `unchecked ${u.phrase}`)]
      .filter(Boolean)
      .join('; ');
  }
  const criteria = criteriaOf(state, vocabulary).map(({ field, operator, value }) => `${field} ${operator} ${value}`);
  if (state.order) criteria.push(state.order);
  if (state.similar_to) criteria.push(`like ${state.similar_to.name}`);
  return [[...state.soft.map((s) => `~${s}`), state.words].join(' ').trim(), criteria.join('; '), act]
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
