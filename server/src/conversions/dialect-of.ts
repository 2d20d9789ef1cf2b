// The dialect of a network account, with its mapping applied.
import type { NetworkAccount } from '../store/conversion-store.ts';
import type { Dialect } from './dialect.ts';
import { applyMapping } from './mapping.ts';
import { findDialect } from './networks/all-dialects.ts';
import { generic } from './networks/generic.ts';

/** An account without a dialect has the one of its name, if there is one. */
export function dialectOf({ name, dialect, mapping }: Pick<NetworkAccount, 'name' | 'dialect' | 'mapping'>): Dialect {
  const found = findDialect(dialect ?? name) ?? generic;
  return mapping === null ? found : applyMapping(found, JSON.parse(mapping));
}
