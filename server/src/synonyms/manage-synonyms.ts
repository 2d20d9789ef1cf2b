// Synonyms over HTTP.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { InvalidInput } from '../invalid-input.ts';
import { listPage } from '../list-page.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { foldText } from '../text/fold-text.ts';
import { keyOf, parseGroup, SynonymError, type SynonymGroup } from '../text/synonyms.ts';
import type { Tokens } from '../tokens.ts';
import { allSynonyms, type ListedGroup, synonymsToWire } from './all-synonyms.ts';
import { addSynonyms, removeSynonyms } from './edit-synonyms.ts';

type Deps = StoreDeps<ConfigStore>;
type Query = Input<'listSynonyms'>['query'];

export async function listSynonyms({ store, tokens }: { store: ConfigStore; tokens: Tokens }, query: Query) {
  const { query: text = null, source = null, state = null } = query;
  const filter = { text: text && foldText(text), source, state };
  const list = { tokens, kind: 'synonyms', query, filter } as const;
  const { rows, next_cursor } = await listPage(
    list,
    async (by) => (await newestFirst(store)).filter((listed) => isWanted(listed, by)).slice(0, by.limit),
    ({ no }) => no,
  );
  return { items: rows.map(synonymsToWire), next_cursor };
}

/** Numbers stay the same while other groups are added and removed, so that pages neither repeat nor skip a group. */
async function newestFirst(store: ConfigStore): Promise<(ListedGroup & { no: number })[]> {
  let newest = 0;
  const numbered = (await allSynonyms(store)).map((listed, i) => {
    if (listed.source === 'own') newest = Math.max(listed.added_at_ms, newest + 1);
    return { ...listed, no: listed.source === 'own' ? newest : -i };
  });
  return numbered.sort((a, b) => b.no - a.no);
}

interface Filter {
  text: string | null;
  source: ListedGroup['source'] | null;
  state: 'on' | 'off' | null;
  before: number | null;
}

function isWanted({ no, group, source, is_on }: ListedGroup & { no: number }, wanted: Filter): boolean {
  if (wanted.before !== null && no >= wanted.before) return false;
  if (wanted.source !== null && source !== wanted.source) return false;
  if (wanted.state !== null && is_on !== (wanted.state === 'on')) return false;
  return wanted.text === null || [...group.inputs, ...group.outputs].some((m) => foldText(m).includes(wanted.text!));
}

export async function addSynonymGroup(deps: Deps, { synonyms }: Input<'addSynonyms'>['body']) {
  const group = readGroup(synonyms, 'body');
  await addSynonyms(deps, group);
  const stored = (await allSynonyms(deps.store)).find(({ key }) => key === keyOf(group));
  // Another request may have removed it meanwhile.
  return synonymsToWire(stored ?? { group, source: 'own', is_on: true });
}

export async function removeSynonymGroup(deps: Deps, { synonyms }: Input<'removeSynonyms'>['query']): Promise<void> {
  await removeSynonyms(deps, readGroup(synonyms, 'query'));
}

function readGroup(text: string, place: 'body' | 'query'): SynonymGroup {
  try {
    return parseGroup(text);
  } catch (error) {
    if (!(error instanceof SynonymError)) throw error;
    throw new InvalidInput([{ path: ['synonyms'], message: error.message, input: text }], place);
  }
}
