// The search index: what it holds, what it does, how far it is behind, and a rebuild.
import type { IndexState } from '@finderfee/client';
import { api } from '../../api.ts';
import { Chip } from '../../ui/chip.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { duration, number, share } from '../../ui/format.ts';
import { Card, Facts } from '../../ui/section.tsx';
import { useAction } from '../../use-action.ts';
import { useResource } from '../../use-resource.ts';

const REFRESH_MS = 3000;

export function SearchIndex() {
  const { data, error, reload } = useResource((options) => api.searchIndex.state(options), [], {
    refreshMs: REFRESH_MS,
  });
  const rebuild = useAction(() => api.searchIndex.rebuild(), { done: 'A rebuild is requested', onDone: reload });
  const ask = async () => {
    const text = 'Searches use the old index until the new one is ready. It reads every product.';
    if (await confirm({ title: 'Rebuild the index?', text, action: 'Rebuild', isHarmless: true })) await rebuild.run();
  };
  const button = (
    <button class="button small" type="button" disabled={!data || rebuild.isBusy} onClick={ask}>
      Rebuild
    </button>
  );
  return (
    <Card title="Search index" actions={button}>
      <ErrorBox error={error} retry={reload} />
      {data && <Facts of={factsOf(data)} />}
    </Card>
  );
}

const factsOf = ({ ready, products, work, lag, rebuilds, searches }: IndexState) => ({
  State: <Chip tone={ready ? 'good' : 'warn'}>{ready ? 'ready' : 'not ready'}</Chip>,
  Products: number(products),
  'At work': work ? [work.step, work.progress === null ? '' : share(work.progress)].join(' ') : 'nothing to do',
  Behind: lag.changes === 0 ? 'up to date' : `${number(lag.changes)} changes, ${duration(lag.seconds * 1000)}`,
  Rebuilds: `${number(rebuilds.completed)} of ${number(rebuilds.requested)} requested`,
  Searches: `${number(searches.waiting)} run or wait, ${number(searches.capacity)} at the same time`,
});
