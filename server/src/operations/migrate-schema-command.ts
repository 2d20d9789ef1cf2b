// `finderfee migrate-schema`.
import type { Command } from 'commander';

export function addMigrateSchemaCommand(program: Command, migrate: () => Promise<void>): void {
  program
    .command('migrate-schema')
    .description('create or update the schema in DATABASE_URL, for a service whose role may not')
    .action(async () => {
      await migrate();
      console.log('the schema is current');
    });
}
