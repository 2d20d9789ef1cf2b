// `finderfee networks …`: manages accounts with affiliate networks and prints their postback URLs.
import { MAX_COUNTED_POSTBACKS, NETWORK_DIALECTS } from '@finderfee/contract/network.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import { isCurrency } from '../product/currency.ts';
import { readMappingFile } from '../reading/mapping-file.ts';
import { type ConversionStore, MAX_NETWORKS } from '../store/conversion-store.ts';
import type { Outcome, StoreDeps, WithDeps } from '../store-deps.ts';
import { textTable } from '../text-table.ts';
import { withRefusals } from '../with-refusals.ts';
import { createNetwork, getNetwork, removeNetwork, rotateNetwork, summarise } from './manage-networks.ts';
import { applyMapping } from './mapping.ts';
import { generic } from './networks/generic.ts';

type Deps = StoreDeps<ConversionStore> & { baseUrl: () => string };
type Run = (action: (deps: Deps) => Promise<Outcome>) => Promise<void>;

interface Flags {
  json?: boolean;
  dataDir?: string;
}

interface AddFlags extends Flags {
  dialect?: (typeof NETWORK_DIALECTS)[number];
  mapping?: Record<string, unknown>;
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
  const run: Run = (action) => withRefusals(withDeps)((deps) => action({ ...deps, baseUrl: publicUrl }));
  addAdd(networks, run);
  networks
    .command('list')
    .description('list all accounts, without their secrets')
    .option('--json', 'print JSON')
    .action(({ json }: Flags) =>
      run(async ({ store }) => {
        const accounts = await store.listNetworks({ after: '', limit: MAX_NETWORKS });
        const all = await Promise.all(accounts.map((account) => summarise(store, account)));
        if (json) console.log(JSON.stringify(all));
        else console.log(all.length === 0 ? 'no networks' : table(all));
        return 0;
      }),
    );
  networks
    .command('show <name>')
    .description('show an account and its postback URL')
    .option('--json', 'print JSON')
    .action((name: string, flags: Flags) => run(async (deps) => show(await getNetwork(deps, name), flags)));
  networks
    .command('rotate <name>')
    .description('replace the postback URL; the old one is refused at once')
    .option('--json', 'print JSON')
    .action((name: string, flags: Flags) => run(async (deps) => show(await rotateNetwork(deps, name), flags)));
  networks
    .command('remove <name>')
    .description('refuse further postbacks of an account; one with conversions stays')
    .action((name: string) =>
      run(async (deps) => {
        const stays = ' takes no more postbacks; the account stays, because it has conversions';
        console.log(`${name.toLowerCase()}${(await removeNetwork(deps, name)) ? stays : ' is removed'}`);
        return 0;
      }),
    );
}

function addAdd(networks: Command, run: Run): void {
  networks
    .command('add')
    .argument('<name>', 'name of the account, such as that of the network', networkName)
    .description('add an account and print the postback URL to paste at the network')
    .addOption(
      new Option('--dialect <name>', 'how the network names fields (default: that of its name, or generic)').choices(
        NETWORK_DIALECTS,
      ),
    )
    .option('--mapping <file>', 'JSON file with your own field names and status words', readReportMapping)
    .option('--currency <code>', 'currency of reports that state none', currency)
    .option('--json', 'print JSON')
    .action((name: string, { dialect, mapping, currency: code, ...flags }: AddFlags) =>
      run(async (deps) => show(await createNetwork(deps, { name, dialect, mapping, currency: code }), flags)),
    );
}

const IS_LOCAL = /^http:\/\/(?:127\.|localhost|\[::1\])/;

const NETWORK_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Names are compared without case. */
export function networkName(value: string): string {
  const name = value.toLowerCase();
  if (!NETWORK_NAME.test(name))
    throw new InvalidArgumentError('must be up to 64 letters, digits, _, . or -, starting with a letter or digit');
  return name;
}

export const readReportMapping = (path: string) =>
  readMappingFile(path, (mapping) => applyMapping(generic, mapping)) as Record<string, unknown>;

function currency(value: string): string {
  if (!isCurrency(value.toUpperCase())) throw new InvalidArgumentError('is not an ISO 4217 currency');
  return value.toUpperCase();
}

function show(network: Awaited<ReturnType<typeof getNetwork>>, { json, dataDir }: Flags): number {
  if (json) {
    console.log(JSON.stringify(network));
    return 0;
  }
  const { name, dialect, mapping, currency: code, postback_url: url, postback_page } = network;
  const lines = [
    `name      ${name}`,
    `dialect   ${dialect}${mapping === null ? '' : ', with a mapping'}`,
    `currency  ${code ?? 'as reported'}`,
  ];
  if (url === null) lines.push(`postback  none: create a URL with ${commandHint(`networks rotate ${name}`, dataDir)}`);
  else {
    lines.push(`postback  ${url}`, '', `Paste it into ${postback_page} It is a secret.`);
    if (IS_LOCAL.test(url)) lines.push('Set PUBLIC_URL to the address that the network can reach.');
  }
  console.log(lines.join('\n'));
  return 0;
}

type Summary = Awaited<ReturnType<typeof summarise>>;

function table(accounts: Summary[]): string {
  const rows = accounts.map((account) => [
    account.name,
    account.dialect,
    account.currency ?? '',
    account.takes_postbacks ? 'yes' : 'no',
    account.rejected_postbacks === MAX_COUNTED_POSTBACKS
      ? `${MAX_COUNTED_POSTBACKS} or more`
      : String(account.rejected_postbacks),
    account.created_at,
  ]);
  return textTable([['NAME', 'DIALECT', 'CURRENCY', 'POSTBACKS', 'REJECTED', 'CREATED'], ...rows]);
}
