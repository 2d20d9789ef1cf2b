// `finderfee keys …`: creates, lists and revokes API keys, also while the server is running.
import { SCOPES, type Scope } from '@finderfee/contract/endpoint.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { commandHint } from '../command-hint.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { textTable } from '../text-table.ts';
import { createKey } from './create-key.ts';
import { toWire } from './to-wire.ts';

export function addKeysCommand(program: Command, withDeps: WithDeps<ConfigStore>): void {
  const keys = program.command('keys').description('create, list and revoke API keys');
  keys
    .command('create')
    .description('create a key and print it once')
    .requiredOption('--name <name>', 'name of the key', readName)
    .option('--scopes <list>', `comma-separated: ${SCOPES.join(', ')} (default: discovery)`, readScopes)
    .option('--expires <when>', 'a date (2027-01-31), a date-time, or a duration from now (90d, 12h)', readExpiry)
    .option('--json', 'print JSON')
    .action(({ name, scopes = ['discovery'], expires = null, json }) =>
      withDeps(async (deps) => {
        const { key, record } = await createKey(deps, { name, scopes, expires_at_ms: expires });
        const shown = { ...toWire({ ...record, last_used_at_ms: null }, deps.clock.now_ms()), key };
        console.log(
          json
            ? JSON.stringify(shown)
            : `${describe(shown)}\nkey      ${key}\n\nSave it now: it will not be shown again.`,
        );
        return { code: 0, subject: record.id };
      }),
    );
  keys
    .command('list')
    .description('list all keys, without their secrets')
    .option('--json', 'print JSON')
    .action(({ json }) =>
      withDeps(async (deps) => {
        const all = (await deps.store.listKeys({})).map((record) => toWire(record, deps.clock.now_ms()));
        if (json) console.log(JSON.stringify(all));
        else console.log(all.length === 0 ? 'no keys' : table(all));
        return 0;
      }),
    );
  keys
    .command('revoke <id>')
    .description('revoke a key; a running server rejects it within a second')
    .action((id, { dataDir }) =>
      withDeps(async ({ store, clock }) => {
        if (await store.revokeKey({ id, now_ms: clock.now_ms() })) {
          console.log(`revoked ${id}`);
          return 0;
        }
        console.error(`there is no key with the id ${id}: see ${commandHint('keys list', dataDir)}`);
        return 1;
      }),
    );
}

function readScopes(value: string): Scope[] {
  const scopes = value.split(',').map((word) => word.trim());
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`valid scopes: ${SCOPES.join(', ')}`);
  return [...new Set(scopes)] as Scope[];
}

function readName(value: string): string {
  if (value.trim() === '' || value.length > 200) throw new InvalidArgumentError('must be 1 to 200 characters');
  return value.trim();
}

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readExpiry(value: string): number {
  const span = /^(\d{1,6})([mhd])$/.exec(value);
  const at = span ? Date.now() + Number(span[1]) * UNITS_MS[span[2]!]! : readDate(value);
  if (Number.isNaN(at) || at <= Date.now())
    throw new InvalidArgumentError('must be a future date, or a duration like 90d or 12h');
  return at;
}

/** NaN if invalid. Date.parse alone accepts 31 February as 3 March. */
function readDate(value: string): number {
  const at = Date.parse(value);
  const day = /^\d{4}-\d\d-(\d\d)/.exec(value)?.[1];
  const utc = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  return day !== undefined && new Date(utc).getUTCDate() === Number(day) ? at : Number.NaN;
}

type ShownKey = ReturnType<typeof toWire>;

const describe = (key: ShownKey) =>
  [
    `id       ${key.id}`,
    `name     ${key.name}`,
    `scopes   ${key.scopes.join(', ')}`,
    `expires  ${key.expires_at ?? 'never'}`,
  ].join('\n');

function table(keys: ShownKey[]): string {
  const rows = keys.map((key) => [
    key.id,
    key.state,
    key.scopes.join(','),
    key.created_at,
    key.expires_at ?? 'never',
    key.last_used_at ?? 'never',
    key.name,
  ]);
  return textTable([['ID', 'STATE', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED', 'NAME'], ...rows]);
}
