// `finderfee erase`.
import type { Command } from 'commander';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { erasePerson } from './erase-person.ts';

export function addEraseCommand(program: Command, withDeps: WithDeps<LedgerStore & SessionStore>): void {
  program
    .command('erase')
    .description('erase a person: removes their email; offers, clicks and signups stay as counts')
    .requiredOption('--email <email>', 'the person to erase')
    .action(({ email }) =>
      withDeps(async ({ store }) => {
        const { is_known, is_overwritten } = await erasePerson(store, email);
        if (is_known) console.log('erased');
        else console.error('no person has this email');
        if (!is_overwritten) {
          console.error(
            'erased bytes remain on disk. SQLite: another process is reading the write-ahead log, so run this again later. ' +
              'PostgreSQL: this role does not own the tables, so run VACUUM as their owner',
          );
        }
        return is_known ? { code: is_overwritten ? 0 : 1, subject: null } : 1;
      }),
    );
}
