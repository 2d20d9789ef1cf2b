// Writes .env.example and the tables of settings in docs/. With --check, fails if a committed file is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsFiles } from './settings-files.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

for (const [path, current] of Object.entries(settingsFiles(read))) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, path), current);
  else if (read(path) !== current) {
    console.error(`${path} is outdated: run \`npm run settings\` and commit it`);
    process.exitCode = 1;
  }
}
