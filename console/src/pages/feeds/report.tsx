// What a run changed, would change, or a preview has found: counts, and the reasons behind them.
import type { FeedPrediction, FeedRun } from '@finderfee/client';
import { number } from '../../ui/format.ts';
import { Card, Figure } from '../../ui/section.tsx';

type Counts = Pick<
  FeedRun | FeedPrediction,
  | 'rows'
  | 'inserted'
  | 'updated'
  | 'unchanged'
  | 'deleted'
  | 'repeated'
  | 'rejected'
  | 'reasons'
  | 'dropped'
  | 'warnings'
  | 'notes'
>;

export function Report({ of: counts }: { of: Counts }) {
  return (
    <>
      <div class="card figures">
        <Figure label="Rows" value={number(counts.rows)} note={repeatedNote(counts.repeated)} />
        <Figure label="New" value={number(counts.inserted)} />
        <Figure label="Changed" value={number(counts.updated)} />
        <Figure label="Unchanged" value={number(counts.unchanged)} />
        <Figure label="Deleted" value={number(counts.deleted)} />
        <Figure label="Rejected" value={number(counts.rejected)} />
      </div>
      {counts.notes.length > 0 && (
        <Card title="Remarks on the file">
          <ul class="stack">
            {counts.notes.map((note) => (
              <li key={note} class="clamp">
                {note}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Faults {...counts} />
    </>
  );
}

const repeatedNote = (repeated: number) => (repeated > 0 ? `${number(repeated)} repeated` : undefined);

/** Nothing if there are none. */
export function Faults({ reasons, dropped, warnings }: Pick<Counts, 'reasons' | 'dropped' | 'warnings'>) {
  const groups = [
    ['Why rows are rejected', reasons],
    ['Products that cannot be sold', warnings],
    ['Values left out of products', dropped],
  ] as const;
  const shown = groups.filter(([, counts]) => Object.keys(counts).length > 0);
  if (shown.length === 0) return null;
  return (
    <div class="grid">
      {shown.map(([title, counts]) => (
        <Card key={title} title={title}>
          <dl class="facts counts">
            {Object.entries(counts).map(([reason, count]) => (
              <div key={reason}>
                <dt>{reason}</dt>
                <dd>{number(count)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </div>
  );
}
