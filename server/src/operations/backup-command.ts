// `finderfee backup DIR` and `finderfee restore DIR`.
import type { Command } from 'commander';

interface BackupActions {
  backup: (target: string) => Promise<void>;
  restore: (source: string) => void;
}

export function addBackupCommands(program: Command, { backup, restore }: BackupActions): void {
  program
    .command('backup <folder>')
    .description('copy the databases into an empty folder, also while the server is running')
    .action(async (folder) => {
      await backup(folder);
      console.log(`backed up to ${folder}`);
    });
  program
    .command('restore <folder>')
    .description('restore a backup into an empty DATA_DIR')
    .action((folder) => {
      restore(folder);
      console.log(`restored from ${folder}`);
    });
}
