// `finderfee config`: the settings in effect. It works without an installation, and if the database is down.
import type { Command } from 'commander';
import type { EffectiveSetting } from '../effective-settings.ts';
import { printable } from '../printable.ts';
import { textTable } from '../text-table.ts';

export function addConfigCommand(
  program: Command,
  settings: (options: { DATA_DIR: string | undefined }) => EffectiveSetting[],
): void {
  program
    .command('config')
    .description('show the settings in effect and where each comes from, without secrets')
    .option('--json', 'print JSON')
    .action(({ json, dataDir }) => {
      const all = settings({ DATA_DIR: dataDir });
      if (json) console.log(JSON.stringify(all));
      else {
        const rows = all.map(({ name, value, default_text = '', source }) =>
          [name, value ?? default_text, source].map(printable),
        );
        console.log(textTable([['setting', 'value', 'source'], ...rows]));
      }
    });
}
