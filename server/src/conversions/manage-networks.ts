// Manages accounts with affiliate networks. An account takes postbacks at a URL that holds its secret token.
import { randomBytes } from 'node:crypto';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { MAX_COUNTED_POSTBACKS } from '@finderfee/contract/network.ts';
import { AppError } from '../app-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import { listPage } from '../list-page.ts';
import { isCurrency } from '../product/currency.ts';
import type { ConversionStore, NetworkAccount } from '../store/conversion-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';
import { dialectOf } from './dialect-of.ts';
import { applyMapping } from './mapping.ts';
import { generic } from './networks/generic.ts';
import { postbackUrl } from './postback-url.ts';

const TOKEN_BYTES = 24;

interface ReadDeps {
  store: ConversionStore;
  baseUrl: () => string;
}

export async function listNetworks(
  { store, tokens }: { store: ConversionStore; tokens: Tokens },
  query: Input<'listNetworks'>['query'],
) {
  const { rows, next_cursor } = await listPage<object, NetworkAccount, string>(
    { tokens, kind: 'networks', query, filter: {} },
    ({ before, limit }) => store.listNetworks({ after: before ?? '', limit }),
    ({ name }) => name,
  );
  return { items: await Promise.all(rows.map((account) => summarise(store, account))), next_cursor };
}

export async function getNetwork(deps: ReadDeps, name: string) {
  const account = await deps.store.getNetwork({ name: name.toLowerCase() });
  if (!account) throw new AppError('network_not_found');
  return toWire(deps, account, await countRejected(deps.store, account.name));
}

/** Completes an account that takes no postbacks yet. */
export async function createNetwork(
  deps: ReadDeps & StoreDeps<ConversionStore>,
  input: Input<'createNetwork'>['body'],
) {
  const { mapping = null, currency = null, dialect = null } = input;
  if (mapping !== null) checkMapping(mapping);
  if (currency !== null && !isCurrency(currency.toUpperCase()))
    throw new InvalidInput([{ path: ['currency'], message: 'must be an ISO 4217 currency', input: currency }]);
  const name = input.name.toLowerCase();
  // Before the account is added, because nothing may fail afterwards.
  const rejected_postbacks = await countRejected(deps.store, name);
  const added = await deps.store.addNetwork({
    name,
    dialect,
    mapping: mapping === null ? null : JSON.stringify(mapping),
    currency: currency?.toUpperCase() ?? null,
    token: newToken(),
    created_at_ms: deps.clock.now_ms(),
  });
  if (typeof added !== 'object') throw new AppError(added === 'full' ? 'networks_full' : 'network_exists');
  return toWire(deps, added, rejected_postbacks);
}

/** The old URL is refused at once. */
export async function rotateNetwork(deps: ReadDeps, name: string) {
  await deps.store.rotateNetworkToken({ name: name.toLowerCase(), token: newToken() });
  return getNetwork(deps, name);
}

/** Refuses further postbacks. Returns whether the account stays, because it has conversions. */
export async function removeNetwork({ store }: { store: ConversionStore }, name: string): Promise<boolean> {
  const outcome = await store.removeNetwork({ name: name.toLowerCase() });
  if (outcome === 'unknown') throw new AppError('network_not_found');
  return outcome === 'kept';
}

const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

function checkMapping(mapping: unknown): void {
  try {
    applyMapping(generic, mapping);
  } catch (error) {
    throw new InvalidInput([{ path: ['mapping'], message: (error as Error).message, input: mapping }]);
  }
}

const countRejected = (store: ConversionStore, network: string): Promise<number> =>
  store.countRejectedPostbacks({ network, limit: MAX_COUNTED_POSTBACKS });

export const summarise = async (store: ConversionStore, account: NetworkAccount) =>
  toSummary(account, await countRejected(store, account.name));

const toSummary = (account: NetworkAccount, rejected_postbacks: number) => ({
  name: account.name,
  dialect: dialectOf(account).name,
  currency: account.currency,
  takes_postbacks: account.token !== null,
  rejected_postbacks,
  created_at: toIso(account.created_at_ms),
});

const toWire = ({ baseUrl }: Pick<ReadDeps, 'baseUrl'>, account: NetworkAccount, rejected_postbacks: number) => ({
  ...toSummary(account, rejected_postbacks),
  mapping: account.mapping === null ? null : (JSON.parse(account.mapping) as Record<string, unknown>),
  postback_url: postbackUrl(baseUrl(), account),
  postback_page: dialectOf(account).postback.page,
});
