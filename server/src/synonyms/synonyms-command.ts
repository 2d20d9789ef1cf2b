// `finderfee synonyms …`: lists and edits synonym groups, also while the server is running.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { StoreDeps, WithDeps } from '../store-deps.ts';
import { wordsOf } from '../text/analyse.ts';
import { formatGroup, parseGroup, phraseOf, SynonymError, type SynonymGroup } from '../text/synonyms.ts';
import { allSynonyms, type ListedGroup, synonymsToWire } from './all-synonyms.ts';
import { addSynonyms, removeSynonyms } from './edit-synonyms.ts';

/** Maximum number of similar groups suggested in an error. */
const MAX_HINTS = 5;

export function addSynonymsCommand(program: Command, withDeps: WithDeps<ConfigStore>): void {
  const synonyms = program.command('synonyms').description('list and change synonyms');
  synonyms
    .command('list')
    .description('list the enabled groups')
    .addOption(new Option('--all', 'include disabled groups').conflicts('own'))
    .option('--own', 'only your changes: added groups and disabled built-in groups')
    .option('--json', 'print JSON')
    .action(({ all = false, own = false, json }) =>
      withDeps(async ({ store }) => {
        const isWanted = ({ source, is_on }: ListedGroup) => (own ? source === 'own' || !is_on : all || is_on);
        const shown = (await allSynonyms(store)).filter(isWanted).map(synonymsToWire);
        if (json) console.log(JSON.stringify(shown));
        else console.log(shown.length === 0 ? 'no synonyms' : shown.map(lineOf).join('\n'));
        return 0;
      }),
    );
  synonyms
    .command('add')
    .description('add a group, or enable a built-in one; takes effect within a second')
    .argument('<group>', 'for example "sofa, couch, settee", or one-way: "crisps => potato chips"', readGroup)
    .action((group: SynonymGroup) => withDeps((deps) => add(deps, group)));
  synonyms
    .command('remove')
    .description('remove a group, or disable a built-in one; takes effect within a second')
    .argument('<group>', 'all its members, in any order', readGroup)
    .action((group: SynonymGroup, { dataDir }) => withDeps((deps) => remove(deps, group, dataDir)));
}

async function add(deps: StoreDeps<ConfigStore>, group: SynonymGroup): Promise<number> {
  console.log(`${await addSynonyms(deps, group)}: ${formatGroup(group)}`);
  return 0;
}

async function remove(deps: StoreDeps<ConfigStore>, group: SynonymGroup, dataDir: string | undefined): Promise<number> {
  const name = formatGroup(group);
  const outcome = await removeSynonyms(deps, group);
  if (outcome !== null) {
    console.log(`${outcome}: ${name}`);
    return 0;
  }
  const listed = await allSynonyms(deps.store);
  const similar = listed.filter((other) => sharesMember(other.group, group)).slice(0, MAX_HINTS);
  console.error(`there is no group "${name}": see ${commandHint('synonyms list', dataDir)}`);
  if (similar.length > 0)
    console.error(`did you mean: ${similar.map(({ group }) => `"${formatGroup(group)}"`).join(' or ')}`);
  return 1;
}

const membersOf = ({ inputs, outputs }: SynonymGroup) =>
  [...inputs, ...outputs].map((member) => phraseOf(wordsOf(member)));

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

const lineOf = ({ state, source, synonyms }: ReturnType<typeof synonymsToWire>) =>
  `${state.padEnd(3)}  ${source.padEnd(8)}  ${synonyms}`;
