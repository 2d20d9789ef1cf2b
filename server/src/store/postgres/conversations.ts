// Conversations on PostgreSQL: the current state, and an event per turn.

import { number, text } from '../columns.ts';
import type { ConversationState, TurnWrite } from '../conversation-store.ts';
import { turnEvent } from '../rules/trace-events.ts';
import { columnsOf } from './columns-of.ts';
import type { EventBatch } from './events.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const GET = statement('SELECT state, version FROM finderfee.conversations WHERE convo_id = $1');
/** Locks the states against masking, which does not lock the conversations' counters. */
const LOCK = statement(`
  SELECT c.convo_id, c.version FROM unnest($1::text[]) AS k (convo_id)
    CROSS JOIN LATERAL (SELECT * FROM finderfee.conversations f WHERE f.convo_id = k.convo_id FOR UPDATE) c`);
const SAVE = statement(`
  INSERT INTO finderfee.conversations (convo_id, state, version, updated_at_ms)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
  ON CONFLICT (convo_id) DO UPDATE
    SET state = excluded.state, version = excluded.version, updated_at_ms = excluded.updated_at_ms`);

export async function getState(db: Queryable, { convo_id }: { convo_id: string }): Promise<ConversationState | null> {
  const [row] = await db.rows(GET, convo_id);
  return row ? { state: text(row, 'state'), version: number(row, 'version') } : null;
}

/** The turns of a batch. */
export class TurnBatch {
  readonly #versions: Map<string, number>;
  /** The last turn of each conversation. */
  readonly #saved = new Map<string, TurnWrite>();

  private constructor(versions: Map<string, number>) {
    this.#versions = versions;
  }

  static async read(tx: Transaction, turns: readonly TurnWrite[]): Promise<TurnBatch> {
    const convoIds = [...new Set(turns.map(({ convo_id }) => convo_id))].sort();
    const rows = convoIds.length > 0 ? await tx.rows(LOCK, convoIds) : [];
    return new TurnBatch(new Map(rows.map((row) => [text(row, 'convo_id'), number(row, 'version')])));
  }

  save(turn: TurnWrite, events: EventBatch): 'saved' | 'stale' {
    const { convo_id, version } = turn;
    if (version !== (this.#versions.get(convo_id) ?? 0)) return 'stale';
    this.#versions.set(convo_id, version + 1);
    this.#saved.set(convo_id, turn);
    events.append(turnEvent(turn), null);
    return 'saved';
  }

  write(tx: Transaction): void {
    if (this.#saved.size === 0) return;
    const turns = [...this.#saved.values()];
    tx.send(
      SAVE,
      ...columnsOf(turns, 'convo_id', 'state'),
      turns.map(({ version }) => version + 1),
      ...columnsOf(turns, 'now_ms'),
    );
  }
}
