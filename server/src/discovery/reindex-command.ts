// `finderfee reindex`: requests an index rebuild. The running service performs it, as only the service opens its index.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { WithDeps } from '../store-deps.ts';

const POLL_MS = 200;

export function addReindexCommand(program: Command, withDeps: WithDeps<CatalogueStore>): void {
  program
    .command('reindex')
    .description(
      'rebuild the search index while the old one stays in use; if the service is stopped, it rebuilds at its next start',
    )
    .option('--wait', 'wait until the new index is in use; of several instances, until the first has one')
    .action(({ wait = false }: { wait?: boolean }) =>
      withDeps(async ({ store }) => {
        const rebuild = await store.requestRebuild({});
        console.log('rebuild requested: searches use the old index until the new one is ready');
        if (!wait) return 0;
        while ((await store.lastCompletedRebuild({})) < rebuild) await sleep(POLL_MS);
        console.log('the new index is in use');
        return 0;
      }),
    );
}
