import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dumpCommand, restoreCommand } from './dump-commands.ts';

test('the printed commands name the schema, the format and the database, and no password', () => {
  const url = 'postgres://ann:c4n4ry@db.example:6432/shop?password=c4n4ry&statement_timeout=5';
  assert.equal(
    dumpCommand(url, '../backup/'),
    'umask 077 && mkdir -p ../backup/ && pg_dump --format=custom --schema=finderfee --file=../backup/finderfee.dump --dbname=postgres://ann@db.example:6432/shop',
  );
  assert.equal(
    restoreCommand(url, '/srv/backup'),
    'pg_restore --single-transaction --no-owner --dbname=postgres://ann@db.example:6432/shop /srv/backup/finderfee.dump',
  );
});

test('a shell takes a database and a folder with special characters as they are', () => {
  const url = 'postgres://ann@db.example/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem';
  assert.match(
    dumpCommand(url, `it's`),
    / --file='it'\\''s\/finderfee\.dump' --dbname='postgres:\/\/ann@db\.example\/shop\?sslmode=verify-full&sslrootcert=/,
  );
});
