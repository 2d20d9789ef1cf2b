// `<CopyButton text={id} label="Copy the id" />`
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

const SHOWN_MS = 1500;

/** `text` may be made when it is needed. Without `isLabelled`, the label is for screen readers. */
export function CopyButton({
  text,
  label,
  isLabelled = false,
}: {
  text: string | (() => string);
  label: string;
  isLabelled?: boolean;
}) {
  const [isCopied, setCopied] = useState(false);
  const onClick = async () => {
    await copy(typeof text === 'string' ? text : text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button
      class={isLabelled ? 'button small' : 'button small icon-only quiet'}
      type="button"
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      onClick={onClick}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {isLabelled && <span>{isCopied ? 'Copied' : label}</span>}
    </button>
  );
}

async function copy(text: string): Promise<void> {
  // Browsers offer the clipboard on https and on this machine only.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
