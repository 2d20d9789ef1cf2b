// Clicks that wait for their search, in SQLite.
import { toSearchClick } from '../rows/search-report-rows.ts';
import type { SearchClick } from '../search-report-store.ts';
import type { Connection } from './connection.ts';

export function append(db: Connection, { convo_id, at_ms }: Omit<SearchClick, 'no'>): void {
  db.run('INSERT INTO search_clicks (convo_id, at_ms) VALUES (?, ?)', convo_id, at_ms);
}

export const list = (db: Connection, { limit }: { limit: number }): SearchClick[] =>
  db.all('SELECT no, convo_id, at_ms FROM search_clicks WHERE no > 0 ORDER BY no LIMIT ?', limit).map(toSearchClick);

export function remove(db: Connection, { nos }: { nos: number[] }): void {
  for (const no of nos) db.run('DELETE FROM search_clicks WHERE no = ?', no);
}
