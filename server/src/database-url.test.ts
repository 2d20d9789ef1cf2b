import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseDatabaseUrl } from './database-url.ts';

test('a database URL has a user and a database; TLS is configured as in libpq', () => {
  const accepted = [
    'postgres://ann:secret@db.example:5433/finderfee',
    'postgresql://ann@localhost/finderfee',
    'postgres:///finderfee?host=/var/run/postgresql&user=ann',
    'postgres://ann:s%2Fecret@db.example/finderfee?sslmode=require',
    'postgres://ann@db.example/finderfee?sslmode=verify-ca&sslrootcert=/ca.crt',
    'postgres://ann@db.example/finderfee?sslmode=verify-full',
  ];
  for (const url of accepted) assert.equal(refuseDatabaseUrl(url), undefined, url);
  const refused = [
    'finderfee',
    'mysql://ann@db.example/finderfee',
    'postgres://db.example/finderfee',
    'postgres://ann@db.example',
    'postgres://ann@db.example/',
    'postgres://ann@db.example/finderfee?sslmode=prefer',
    'postgres://ann@db.example/finderfee?sslmode=verify-ca',
  ];
  for (const url of refused) assert.ok(refuseDatabaseUrl(url), url);
});

test('a URL whose password is not percent-encoded is refused, and not repeated', () => {
  for (const password of ['12/secret', '12?secret', '12#secret', 'x/secret'])
    assert.match(refuseDatabaseUrl(`postgres://ann:${password}@db.example/finderfee`)!, /percent-encoded$/);
});
