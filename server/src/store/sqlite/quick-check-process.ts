// Checks the pages of a SQLite file in a process of its own, which can be ended: the check cannot be interrupted.
import { DatabaseSync } from 'node:sqlite';

const db = new DatabaseSync(process.argv[2]!, { readOnly: true });
const found = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
db.close();
// SQLite may word one problem in several lines.
process.stdout.write(String(found).replaceAll('\n', ' '));
