// `finderfee synonyms …`: lists and edits synonym groups; works beside a running server.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import type { StoreDeps } from '../deps.ts';
import { wordsOf } from '../text/analyse.ts';
import { formatGroup, keyOf, parseGroup, phraseOf, SynonymError, type SynonymGroup } from '../text/synonyms.ts';
import { allSynonyms, isBuiltIn, type ListedGroup } from './all-synonyms.ts';

/** Maximum number of similar groups suggested in an error. */
const MAX_HINTS = 5;

export function addSynonymsCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
): void {
  const synonyms = program.command('synonyms').description('see and change which words mean the same');
  synonyms
    .command('list')
    .description('list the groups that count')
    .addOption(new Option('--all', 'also those that are switched off').conflicts('own'))
    .option('--own', 'only what was changed here: groups added, and built-in ones switched off')
    .option('--json', 'print JSON')
    .action(({ all = false, own = false, json }) =>
      withDeps(async ({ store }) => {
        const isWanted = ({ source, is_on }: ListedGroup) => (own ? source === 'own' || !is_on : all || is_on);
        const shown = (await allSynonyms(store)).filter(isWanted).map(toJson);
        if (json) console.log(JSON.stringify(shown));
        else console.log(shown.length === 0 ? 'no synonyms' : shown.map(lineOf).join('\n'));
        return 0;
      }),
    );
  synonyms
    .command('add')
    .description('add a group, or switch a built-in one on again; a running server obeys within a second')
    .argument('<group>', 'like "sofa, couch, settee", or one way: "crisps => potato chips"', readGroup)
    .action((group: SynonymGroup) => withDeps((deps) => add(deps, group)));
  synonyms
    .command('remove')
    .description('remove a group, or switch a built-in one off; a running server obeys within a second')
    .argument('<group>', 'all its members, in any order', readGroup)
    .action((group: SynonymGroup, { dataDir }) => withDeps((deps) => remove(deps, group, dataDir)));
}

async function add({ store, clock }: StoreDeps, group: SynonymGroup): Promise<number> {
  const key = keyOf(group);
  const name = formatGroup(group);
  if (isBuiltIn(key)) {
    const wasOff = await store.deleteSynonymEdit({ key, kind: 'removed' });
    console.log(wasOff ? `switched on: ${name}` : `is there already: ${name}`);
    return 0;
  }
  const outcome = await store.saveSynonymEdit({ key, kind: 'added', group, at_ms: clock.now_ms() });
  if (outcome === 'full') {
    console.error('there is no room for another group: remove one first');
    return 1;
  }
  console.log(outcome === 'saved' ? `added: ${name}` : `is there already: ${name}`);
  return 0;
}

async function remove({ store, clock }: StoreDeps, group: SynonymGroup, dataDir: string | undefined): Promise<number> {
  const key = keyOf(group);
  const name = formatGroup(group);
  if (isBuiltIn(key)) {
    const outcome = await store.saveSynonymEdit({ key, kind: 'removed', group, at_ms: clock.now_ms() });
    if (outcome === 'full') {
      console.error('there is no room for another change: remove a group of your own first');
      return 1;
    }
    console.log(outcome === 'saved' ? `switched off: ${name}` : `is off already: ${name}`);
    return 0;
  }
  if (await store.deleteSynonymEdit({ key, kind: 'added' })) {
    console.log(`removed: ${name}`);
    return 0;
  }
  const alike = (await allSynonyms(store)).filter((listed) => sharesMember(listed.group, group)).slice(0, MAX_HINTS);
  console.error(`there is no group "${name}": see ${commandHint('synonyms list', dataDir)}`);
  if (alike.length > 0)
    console.error(`did you mean: ${alike.map(({ group }) => `"${formatGroup(group)}"`).join(' or ')}`);
  return 1;
}

const membersOf = ({ asked, found }: SynonymGroup) => [...asked, ...found].map((member) => phraseOf(wordsOf(member)));

function sharesMember(one: SynonymGroup, other: SynonymGroup): boolean {
  const members = new Set(membersOf(one));
  return membersOf(other).some((member) => members.has(member));
}

function readGroup(value: string): SynonymGroup {
  try {
    return parseGroup(value);
  } catch (error) {
    throw error instanceof SynonymError ? new InvalidArgumentError(error.message) : error;
  }
}

const toJson = ({ group, source, is_on }: ListedGroup) => ({
  synonyms: formatGroup(group),
  ...group,
  source,
  state: is_on ? 'on' : 'off',
});

const lineOf = ({ state, source, synonyms }: ReturnType<typeof toJson>) =>
  `${state.padEnd(3)}  ${source.padEnd(8)}  ${synonyms}`;
