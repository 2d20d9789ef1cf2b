// What the shopper and the assistant said, with what was understood.
import { Chip } from '../../ui/chip.tsx';
import { Card } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import type { TraceEvent } from './use-followed.ts';

/** The fields of a turn, some of which older events lack. */
interface Turn {
  chat?: string | null;
  refinement_selection?: { category: string; selection: string };
  product_filter?: { low_price?: number | null; high_price?: number | null };
  agent_reply?: string;
  understood?: { kind: string; label: string }[];
  product_warning?: string | null;
}

export function Transcript({ turns }: { turns: readonly TraceEvent[] }) {
  return (
    <Card title="Transcript">
      <div class="transcript" role="log" aria-label="Transcript">
        {turns.map((turn) => (
          <TurnOf key={turn.lastEventId} turn={turn} />
        ))}
      </div>
    </Card>
  );
}

function TurnOf({ turn: { at, data, isNew } }: { turn: TraceEvent }) {
  const { agent_reply, understood = [], product_warning, ...body } = data as Turn;
  return (
    <div class={isNew ? 'turn is-new' : 'turn'}>
      <div class="said">
        <p>{saidIn(body)}</p>
        <Time at={at} />
      </div>
      <div class="replied">
        {understood.length > 0 && (
          <ul class="chips" aria-label="Understood">
            {understood.map(({ kind, label }) => (
              <li key={label}>
                <Chip tone={kind === 'unknown' ? 'warn' : 'info'}>{label}</Chip>
              </li>
            ))}
          </ul>
        )}
        <p>{agent_reply}</p>
        {product_warning && !agent_reply?.includes(product_warning) && <p class="hint">{product_warning}</p>}
      </div>
    </div>
  );
}

/** A choice may have no words. */
function saidIn({ chat, refinement_selection, product_filter }: Turn): string {
  if (chat) return chat;
  if (refinement_selection) return `${refinement_selection.category}: ${refinement_selection.selection}`;
  const { low_price, high_price } = product_filter ?? {};
  return `price: ${low_price ?? 'any'} to ${high_price ?? 'any'}`;
}
