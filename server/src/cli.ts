// The `finderfee` command. Exit codes: 0 success, 1 failure, 2 wrong usage, settings, data folder or database.
import { CommanderError } from 'commander';
import { AppError } from './app-error.ts';
import { buildProgram } from './program.ts';
import { StartError } from './start-error.ts';

// A pipe closed by its reader, such as head, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});

// A feed run continues when the service that reads its stderr has exited.
process.stderr.on('error', () => {});

// Created files are readable by the owner only.
process.umask(0o077);

try {
  await buildProgram(process.env).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof StartError) {
    console.error(`finderfee: ${error.message}`);
    process.exit(2);
  } else if (error instanceof AppError) {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    console.error(`finderfee: ${error.detail}${reason}`);
    process.exit(1);
  } else {
    console.error(error);
    process.exit(1);
  }
}
