// The postback URL of an account, with the macros of its network, ready to paste.
import type { NetworkAccount } from '../store/conversion-store.ts';
import { dialectOf } from './dialect-of.ts';

/** Null if the account takes no postbacks. Macros are not encoded, because networks look for them as they are. */
export function postbackUrl(base: string, account: NetworkAccount): string | null {
  if (account.token === null) return null;
  const { fields, postback } = dialectOf(account);
  const [start, end] = postback.enclosed_in;
  const names = postback.fields.map((field) => fields[field]![0]!);
  const macros = [...new Set([...names, ...(postback.other_macros ?? [])])];
  const query = macros.map((name) => `${encodeURIComponent(name)}=${start}${name}${end}`).join('&');
  return `${base}/postback/${account.token}?${query}`;
}
