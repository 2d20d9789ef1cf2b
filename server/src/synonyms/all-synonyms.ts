// Merges the built-in synonyms with the operator's edits.

import type { ConfigStore } from '../store/config-store.ts';
import { builtInSynonyms } from '../text/built-in-synonyms.ts';
import { formatGroup, keyOf, type SynonymGroup } from '../text/synonyms.ts';

export interface ListedGroup {
  key: string;
  group: SynonymGroup;
  source: 'built-in' | 'own';
  /** 0 for built-in groups. */
  added_at_ms: number;
  /** False for a built-in group that the operator switched off. */
  is_on: boolean;
}

let builtIn: Map<string, SynonymGroup> | undefined;

function builtInByKey(): Map<string, SynonymGroup> {
  builtIn ??= new Map(builtInSynonyms().map((group) => [keyOf(group), group]));
  return builtIn;
}

export const isBuiltIn = (key: string): boolean => builtInByKey().has(key);

/** Built-in groups in file order, then the operator's own, oldest first. */
export async function allSynonyms(store: ConfigStore): Promise<ListedGroup[]> {
  const edits = await store.listSynonymEdits({});
  const removed = new Set(edits.filter(({ kind }) => kind === 'removed').map(({ key }) => key));
  // A new version may ship a group that the operator had added; it is listed once, as built-in.
  const own = edits.filter(({ kind, key }) => kind === 'added' && !isBuiltIn(key));
  return [
    ...[...builtInByKey()].map(([key, group]) => ({
      key,
      group,
      source: 'built-in' as const,
      added_at_ms: 0,
      is_on: !removed.has(key),
    })),
    ...own.map(({ key, group, at_ms }) => ({ key, group, source: 'own' as const, added_at_ms: at_ms, is_on: true })),
  ];
}

export const synonymsInUse = async (store: ConfigStore): Promise<SynonymGroup[]> =>
  (await allSynonyms(store)).filter(({ is_on }) => is_on).map(({ group }) => group);

export const synonymsToWire = ({ group, source, is_on }: Pick<ListedGroup, 'group' | 'source' | 'is_on'>) => ({
  synonyms: formatGroup(group),
  ...group,
  source,
  state: is_on ? ('on' as const) : ('off' as const),
});
