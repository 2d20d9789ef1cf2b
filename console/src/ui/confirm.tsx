// `if (await confirm({ title: 'Revoke this key?', text: '…', action: 'Revoke' })) …`, before what cannot be undone.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

interface Question {
  title: string;
  /** What will happen. */
  text: string;
  /** Text of the button that does it. */
  action: string;
  /** To be typed before the button works, for what destroys data. */
  word?: string;
  /** If it only needs a second thought. */
  isHarmless?: boolean;
}

const asked = signal<(Question & { answer: (isConfirmed: boolean) => void }) | undefined>(undefined);

export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asked.value = undefined;
      resolve(isConfirmed);
    };
    asked.value = { ...question, answer };
  });
}

/** Rendered once, by the app. */
export function ConfirmDialog() {
  const question = asked.value;
  return (
    <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={() => question?.answer(false)}>
      {question && <Answer key={question.title} {...question} />}
    </Dialog>
  );
}

function Answer({ text, action, word, isHarmless, answer }: NonNullable<typeof asked.value>) {
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer(true);
      }}
    >
      <p>{text}</p>
      {word !== undefined && (
        <label class="field">
          <span>
            Type <code>{word}</code> to confirm
          </span>
          <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      )}
      <div class="dialog-actions">
        <button class="button" type="button" autofocus onClick={() => answer(false)}>
          Cancel
        </button>
        <button
          class={isHarmless ? 'button primary' : 'button danger'}
          type="submit"
          disabled={word !== undefined && typed !== word}
        >
          {action}
        </button>
      </div>
    </form>
  );
}
