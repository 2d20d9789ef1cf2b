// Pages of lists.
import { AppError } from './app-error.ts';
import type { Tokens } from './tokens.ts';

/** The content of a cursor: the list's filter, and the key of the row that the next page starts after. */
interface Position<F, P> {
  filter: F;
  before: P | null;
  per_page: number;
}

interface ListQuery {
  cursor?: string | undefined;
  per_page: number;
}

export interface ListPage<Row> {
  rows: Row[];
  next_cursor: string | null;
}

interface List<F> {
  tokens: Tokens;
  kind: Parameters<Tokens['seal']>[0];
  query: ListQuery;
  filter: F;
  /** The part of the filter that is not a parameter. A cursor must agree with it. */
  owner?: keyof F;
}

/** A cursor overrides all other parameters. One of another list is unknown here. A key is unique; most are numbers. */
export async function listPage<F, Row, P = number>(
  { tokens, kind, query, filter, owner }: List<F>,
  list: (by: F & { before: P | null; limit: number }) => Promise<Row[]>,
  keyOf: (row: Row) => P,
): Promise<ListPage<Row>> {
  const position = positionOf<F, P>(tokens.open(kind, query.cursor ?? ''), query, filter);
  if (owner !== undefined && position.filter[owner] !== filter[owner]) throw new AppError('cursor_not_found');
  const { per_page } = position;
  // One extra row tells whether there is a next page.
  const found = await list({ ...position.filter, before: position.before, limit: per_page + 1 });
  const rows = found.slice(0, per_page);
  if (found.length <= per_page) return { rows, next_cursor: null };
  const next = JSON.stringify({ ...position, before: keyOf(rows.at(-1)!) });
  return { rows, next_cursor: tokens.seal(kind, Buffer.from(next)) };
}

function positionOf<F, P>(payload: Buffer | undefined, { cursor, per_page }: ListQuery, filter: F): Position<F, P> {
  if (cursor === undefined) return { filter, before: null, per_page };
  if (!payload) throw new AppError('cursor_not_found');
  return JSON.parse(payload.toString()) as Position<F, P>;
}
