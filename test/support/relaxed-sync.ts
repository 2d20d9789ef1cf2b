// Preloaded into a server (`--import`): makes SQLite commit without fsync, as the negative control of the test of reply order.
import { DatabaseSync } from 'node:sqlite';

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql: string): void {
  exec.call(this, sql.replace('synchronous = FULL', 'synchronous = NORMAL'));
};
