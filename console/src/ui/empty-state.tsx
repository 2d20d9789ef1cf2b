// `<EmptyState title="No webhooks yet">What to do next.</EmptyState>`
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export function EmptyState({
  title,
  icon = 'search',
  children,
}: {
  title: string;
  icon?: IconName;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children && <div>{children}</div>}
    </div>
  );
}
