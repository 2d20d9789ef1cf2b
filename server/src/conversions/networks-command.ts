// `finderfee networks …`: manages accounts with affiliate networks and prints their postback URLs.
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import { isCurrency } from '../product/currency.ts';
import { readMappingFile } from '../reading/mapping-file.ts';
import type { ConversionStore, NetworkAccount } from '../store/conversion-store.ts';
import { MAX_NETWORKS } from '../store/conversion-store.ts';
import type { WithDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';
import { textTable } from '../text-table.ts';
import { dialectOf } from './dialect-of.ts';
import { applyMapping } from './mapping.ts';
import { DIALECTS } from './networks/all-dialects.ts';
import { generic } from './networks/generic.ts';
import { postbackUrl } from './postback-url.ts';

/** Rejected postbacks are counted up to this number. */
const MAX_COUNTED = 100;
const TOKEN_BYTES = 24;

interface Flags {
  json?: boolean;
  dataDir?: string;
}

interface AddFlags extends Flags {
  dialect?: string;
  mapping?: unknown;
  currency?: string;
}

export function addNetworksCommand(
  program: Command,
  withDeps: WithDeps<ConversionStore>,
  publicUrl: () => string,
): void {
  const networks = program
    .command('networks')
    .description('manage accounts with affiliate networks, and print their postback URLs');
  addAdd(networks, withDeps, publicUrl);
  networks
    .command('list')
    .description('list all accounts, without their secrets')
    .option('--json', 'print JSON')
    .action(({ json }: Flags) =>
      withDeps(async ({ store }) => {
        const all = await Promise.all((await store.listNetworks({})).map((account) => summarise(store, account)));
        if (json) console.log(JSON.stringify(all));
        else console.log(all.length === 0 ? 'no networks' : table(all));
        return 0;
      }),
    );
  networks
    .command('show <name>')
    .description('show an account and its postback URL')
    .option('--json', 'print JSON')
    .action((given: string, flags: Flags) =>
      withDeps(async ({ store }) => {
        const account = await store.getNetwork({ name: given.toLowerCase() });
        return account ? show(account, publicUrl(), flags) : unknown(given);
      }),
    );
  networks
    .command('rotate <name>')
    .description('replace the postback URL; the old one is refused at once')
    .option('--json', 'print JSON')
    .action((given: string, flags: Flags) =>
      withDeps(async ({ store }) => {
        const name = given.toLowerCase();
        if (!(await store.rotateNetworkToken({ name, token: newToken() }))) return unknown(given);
        return show((await store.getNetwork({ name }))!, publicUrl(), flags);
      }),
    );
  networks
    .command('remove <name>')
    .description('refuse further postbacks of an account; one with conversions stays')
    .action((given: string) =>
      withDeps(async ({ store }) => {
        const outcome = await store.removeNetwork({ name: given.toLowerCase() });
        if (outcome === 'unknown') return unknown(given);
        const stays = ' takes no more postbacks; the account stays, because it has conversions';
        console.log(`${given.toLowerCase()}${outcome === 'kept' ? stays : ' is removed'}`);
        return 0;
      }),
    );
}

function addAdd(networks: Command, withDeps: WithDeps<ConversionStore>, publicUrl: () => string): void {
  networks
    .command('add')
    .argument('<name>', 'name of the account, such as that of the network', networkName)
    .description('add an account and print the postback URL to paste at the network')
    .addOption(
      new Option('--dialect <name>', 'how the network names fields (default: that of its name, or generic)').choices(
        DIALECTS.map(({ name }) => name),
      ),
    )
    .option('--mapping <file>', 'JSON file with your own field names and status words', readReportMapping)
    .option('--currency <code>', 'currency of reports that state none', currency)
    .option('--json', 'print JSON')
    .action((name: string, { dialect, mapping, currency: code, ...flags }: AddFlags) =>
      withDeps(async ({ store, clock }) => {
        const added = await store.addNetwork({
          name,
          dialect: dialect ?? null,
          mapping: mapping === undefined ? null : JSON.stringify(mapping),
          currency: code ?? null,
          token: newToken(),
          created_at_ms: clock.now_ms(),
        });
        if (typeof added === 'object') return show(added, publicUrl(), flags);
        const hint = commandHint(`networks show ${name}`, flags.dataDir);
        console.error(added === 'full' ? `there are already ${MAX_NETWORKS} accounts` : `${name} exists: see ${hint}`);
        return 1;
      }),
    );
}

const IS_LOCAL = /^http:\/\/(?:127\.|localhost|\[::1\])/;
const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

const unknown = (name: string) => {
  console.error(`there is no network ${name}`);
  return 1;
};

const NETWORK_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Names are compared without case. */
export function networkName(value: string): string {
  const name = value.toLowerCase();
  if (!NETWORK_NAME.test(name))
    throw new InvalidArgumentError('must be up to 64 letters, digits, _, . or -, starting with a letter or digit');
  return name;
}

export const readReportMapping = (path: string): unknown =>
  readMappingFile(path, (mapping) => applyMapping(generic, mapping));

function currency(value: string): string {
  if (!isCurrency(value.toUpperCase())) throw new InvalidArgumentError('is not an ISO 4217 currency');
  return value.toUpperCase();
}

function show(account: NetworkAccount, base: string, { json, dataDir }: Flags): number {
  const { name, mapping, currency: code, created_at_ms } = account;
  const dialect = dialectOf(account);
  const url = postbackUrl(base, account);
  if (json) {
    const parsed = mapping === null ? null : JSON.parse(mapping);
    const shown = { name, dialect: dialect.name, mapping: parsed, currency: code };
    console.log(JSON.stringify({ ...shown, created_at: toIso(created_at_ms), postback_url: url }));
    return 0;
  }
  const lines = [
    `name      ${name}`,
    `dialect   ${dialect.name}${mapping === null ? '' : ', with a mapping'}`,
    `currency  ${code ?? 'as reported'}`,
  ];
  if (url === null) lines.push(`postback  none: create a URL with ${commandHint(`networks rotate ${name}`, dataDir)}`);
  else {
    lines.push(`postback  ${url}`, '', `Paste it into ${dialect.postback.page} It is a secret.`);
    if (IS_LOCAL.test(url)) lines.push('Set PUBLIC_URL to the address that the network can reach.');
  }
  console.log(lines.join('\n'));
  return 0;
}

async function summarise(store: ConversionStore, account: NetworkAccount) {
  const { name, currency: code, token, created_at_ms } = account;
  const rejected = await store.listPostbacks({ network: name, is_rejected: true, before: null, limit: MAX_COUNTED });
  return {
    name,
    dialect: dialectOf(account).name,
    currency: code,
    takes_postbacks: token !== null,
    rejected_postbacks: rejected.length,
    created_at: toIso(created_at_ms),
  };
}

type Summary = Awaited<ReturnType<typeof summarise>>;

function table(accounts: Summary[]): string {
  const rows = accounts.map((account) => [
    account.name,
    account.dialect,
    account.currency ?? '',
    account.takes_postbacks ? 'yes' : 'no',
    account.rejected_postbacks === MAX_COUNTED ? `${MAX_COUNTED} or more` : String(account.rejected_postbacks),
    account.created_at,
  ]);
  return textTable([['NAME', 'DIALECT', 'CURRENCY', 'POSTBACKS', 'REJECTED', 'CREATED'], ...rows]);
}
