// Sends all events of a webhook again that were not delivered since a time, for example after its system was away.
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { number } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { useAction } from '../../use-action.ts';

const HOUR_MS = 3_600_000;
const SINCE = { 1: 'Last hour', 24: 'Last day', 168: 'Last 7 days', 720: 'Last 30 days' };

export function ResendUndelivered({ id, onDone }: { id: number; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [hours, setHours] = useState('24');
  const resend = useAction(
    () => api.webhooks.resendUndelivered(id, new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()),
    {
      done: ({ resent }) => (resent === 1 ? 'One event is sent again' : `${number(resent)} events are sent again`),
      onDone: () => {
        setOpen(false);
        onDone();
      },
    },
  );
  return (
    <>
      <button class="button" type="button" onClick={() => setOpen(true)}>
        Re-send undelivered
      </button>
      <Dialog title="Re-send undelivered events" isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void resend.run();
          }}
        >
          <p>Every event that your system has not accepted is sent again, under the id that it had.</p>
          <Segments label="Events of the" options={SINCE} value={hours} onChange={setHours} />
          <div class="dialog-actions">
            <button class="button" type="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
            <button class="button primary" type="submit" disabled={resend.isBusy}>
              Re-send all
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
