// How a webhook is doing: disabled, failing, or fine.
import type { Webhook } from '@finderfee/client';
import { Chip } from '../../ui/chip.tsx';
import { Time } from '../../ui/time.tsx';

export function Health({ of: webhook }: { of: Webhook }) {
  if (!webhook.enabled)
    return (
      <>
        <Chip>disabled</Chip>
        {webhook.disabled_reason && <p class="hint clamp">{webhook.disabled_reason}</p>}
      </>
    );
  if (!webhook.failing_since) return <Chip tone="good">healthy</Chip>;
  return (
    <>
      <Chip tone="bad">failing</Chip>
      <p class="hint">
        since <Time at={webhook.failing_since} />
      </p>
    </>
  );
}
