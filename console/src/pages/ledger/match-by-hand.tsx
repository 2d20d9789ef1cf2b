// Matches a sale whose click is not known to a click of the operator's choice.
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useAction } from '../../use-action.ts';

export function MatchByHand({ id, onMatched }: { id: string; onMatched: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button class="button" type="button" onClick={() => setOpen(true)}>
        Match by hand
      </button>
      <Dialog title="Match to a click" isOpen={isOpen} onClose={close}>
        <MatchForm
          id={id}
          close={close}
          onMatched={() => {
            close();
            onMatched();
          }}
        />
      </Dialog>
    </>
  );
}

function MatchForm({ id, close, onMatched }: { id: string; close: () => void; onMatched: () => void }) {
  const [clickId, setClickId] = useState('');
  const [program, setProgram] = useState('');
  const match = useAction(
    () => api.conversions.match(Number(id), { click_id: clickId.trim(), program: program.trim() || null }),
    { done: 'The sale is matched', onDone: onMatched },
  );
  const submit = (event: Event) => {
    event.preventDefault();
    void match.run();
  };
  return (
    <form onSubmit={submit}>
      <p>The reward that the offer of the click promised is booked. Later reports do not change the match.</p>
      <label class="field">
        <span>Click id</span>
        <input
          value={clickId}
          required
          pattern=".*\S.*"
          maxLength={256}
          autocomplete="off"
          onInput={(event) => setClickId(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Program, if the id occurs in several</span>
        <input
          value={program}
          maxLength={256}
          autocomplete="off"
          onInput={(event) => setProgram(event.currentTarget.value)}
        />
      </label>
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button class="button primary" type="submit" disabled={match.isBusy}>
          Match
        </button>
      </div>
    </form>
  );
}
