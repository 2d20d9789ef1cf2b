// `<SecretDialog title="Your new key" secret={secret} onClose={…} />`: a secret that is shown once.
import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** The dialog is open while there is one. */
  secret: string | undefined;
  onClose: () => void;
  children: ComponentChildren;
}

export function SecretDialog({ title, secret, onClose, children }: Props) {
  return (
    <Dialog title={title} isOpen={secret !== undefined} onClose={onClose}>
      {secret !== undefined && (
        <div class="stack">
          <p>{children}</p>
          <pre class="wrapped">{secret}</pre>
          <div class="dialog-actions">
            <CopyButton text={secret} label="Copy" isLabelled />
            <button class="button primary" type="button" onClick={onClose}>
              Done
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
