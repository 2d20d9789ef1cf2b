// `<Dialog title="New key" isOpen={isOpen} onClose={close}>…</Dialog>`: the browser's own modal dialog.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  isOpen: boolean;
  /** Called for Escape, the close button and a click outside. */
  onClose: () => void;
  /** For tables and long texts. */
  isWide?: boolean;
  children: ComponentChildren;
}

/** Its children exist only while it is open. Put buttons into `<div class="dialog-actions">`. */
export function Dialog({ title, isOpen, onClose, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={() => isOpen && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {isOpen && (
        <div class="dialog-body">
          <header>
            <h2 id={titleId}>{title}</h2>
            <button class="button icon-only quiet" type="button" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
