// `finderfee demo …`: adds and removes the demo catalogue.
import type { Command } from 'commander';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { WithDeps } from '../store-deps.ts';

export function addDemoCommand(program: Command, withDeps: WithDeps<CatalogueStore>): void {
  const demo = program.command('demo').description('add or remove the demo catalogue');
  demo
    .command('add')
    .description('add the demo products, even if they were removed before; everything else stays')
    .action(() =>
      withDeps(async (deps) => {
        const { addDemo } = await import('./load-demo.ts');
        console.log(`the catalogue has ${await addDemo(deps)} demo products`);
        return 0;
      }),
    );
  demo
    .command('remove')
    .description('remove the demo products and merchants; `serve --demo` does not add them again')
    .action(() =>
      withDeps(async (deps) => {
        const { removeDemo } = await import('./load-demo.ts');
        console.log(`removed ${await removeDemo(deps)} demo products`);
        return 0;
      }),
    );
}
