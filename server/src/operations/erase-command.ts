// `finderfee erase …`: forgetting a person.
import type { Command } from 'commander';
import type { StoreDeps } from '../deps.ts';
import { erasePerson } from './erase-person.ts';

export function addEraseCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
): void {
  program
    .command('erase')
    .description('remove a person: their email goes, offers, clicks and signups stay as counts')
    .requiredOption('--email <email>', 'whom to erase')
    .action(({ email }) =>
      withDeps(async ({ store }) => {
        const { is_known, is_overwritten } = await erasePerson(store, email);
        if (is_known) console.log('erased');
        else console.error('nobody is known by this email');
        if (!is_overwritten) {
          console.error('old bytes stay in the log of the database, because something reads it: run this again later');
        }
        return is_known && is_overwritten ? 0 : 1;
      }),
    );
}
