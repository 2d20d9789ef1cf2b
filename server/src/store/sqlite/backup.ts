// Copies of a data folder: taken beside a live server, each file as one moment of it, and put back into an empty folder.
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';
import { openFolder } from './data-folder.ts';
import { FILES, pathOf } from './files.ts';

export async function backupFolder(folder: string, target: string): Promise<void> {
  // Checks that the files are ours and whole before anything is copied.
  openFolder(folder, { own: false });
  wantEmpty(target);
  for (const file of FILES) {
    const db = new DatabaseSync(pathOf(folder, file), { readOnly: true });
    try {
      await backup(db, pathOf(target, file));
    } finally {
      db.close();
    }
  }
}

export function restoreFolder(source: string, folder: string): void {
  for (const file of FILES) {
    if (!existsSync(pathOf(source, file))) throw new StartError(`${source} is no backup: it has no ${file}.db`);
  }
  wantEmpty(folder);
  for (const file of FILES) copyFileSync(pathOf(source, file), pathOf(folder, file));
  openFolder(folder, { own: false });
}

function wantEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new StartError(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
