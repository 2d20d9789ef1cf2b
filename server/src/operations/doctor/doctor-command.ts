// `finderfee doctor`: checks an installation and says what to do. It never writes, and works beside a running server.
import type { Command } from 'commander';
import { printable } from '../../printable.ts';
import { textTable } from '../../text-table.ts';
import { examine, type Installation } from './examine.ts';

/** A connection to a part that hangs must not keep the command from ending. */
const EXIT_MS = 1000;

export function addDoctorCommand(program: Command, installation: (dataDir: string | undefined) => Installation): void {
  program
    .command('doctor')
    .description('check the installation and say what to do; exit code 1 if something needs attention')
    .option('--json', 'print JSON')
    .action(async ({ json, dataDir }) => {
      const findings = await examine(installation(dataDir));
      if (json) console.log(JSON.stringify(findings));
      else {
        const rows = findings.flatMap(({ subject, state, seen, advice }) => [
          [state, subject, printable(seen)],
          ...(advice === undefined ? [] : [['', '', `→ ${printable(advice)}`]]),
        ]);
        console.log(textTable(rows));
      }
      process.exitCode = findings.every(({ state }) => state === 'ok') ? 0 : 1;
      setTimeout(() => process.exit(), EXIT_MS).unref();
    });
}
