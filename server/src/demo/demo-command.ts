// `finderfee demo remove`: takes the demo catalogue out.
import type { Command } from 'commander';
import type { StoreDeps } from '../deps.ts';

export function addDemoCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
): void {
  program
    .command('demo')
    .description('the demo catalogue')
    .command('remove')
    .description('take the demo products and merchants out; everything else stays')
    .action(() =>
      withDeps(async (deps) => {
        const { removeDemo } = await import('./load-demo.ts');
        console.log(`removed ${await removeDemo(deps)} demo products`);
        return 0;
      }),
    );
}
