// Preloaded into a server (`--import`): makes SQLite commit without fsync, the negative control of the reply-order test.
import { DatabaseSync } from 'node:sqlite';

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql: string): void {
  exec.call(this, sql.replace('synchronous = FULL', 'synchronous = NORMAL'));
};
