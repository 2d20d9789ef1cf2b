// Words that shoppers use for the same thing: how a list of them is written, and how a query finds them.
import { stem, wordsOf } from './analyse.ts';

/** Who asks for one of `asked` finds `found` too. A group that goes both ways has the same members in both. */
export interface SynonymGroup {
  asked: string[];
  found: string[];
}

export interface Synonyms {
  /**
   * What else the words of a query mean from a position on, the longest reading first: how many words it reads, and
   * what may stand in their place. Takes and gives the words of `wordsOf`.
   */
  expand(words: readonly string[], at: number): { length: number; alternatives: string[][] }[];
}

const ARROW = '=>';
const MAX_MEMBERS = 30;
export const MAX_MEMBER_WORDS = 6;
const MAX_MEMBER_CHARS = 100;

/** Says what is wrong with a group, and in a list on which line. */
export class SynonymError extends Error {}

/** Reads a list: a group a line, `#` in front of remarks. */
export function parseSynonyms(text: string): SynonymGroup[] {
  const lineOf = new Map<string, number>();
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (/^\s*(#|$)/.test(line)) return [];
    try {
      const group = parseGroup(line);
      const key = keyOf(group);
      const first = lineOf.get(key);
      if (first !== undefined) throw new SynonymError(`the same group is on line ${first}`);
      lineOf.set(key, i + 1);
      return [group];
    } catch (error) {
      if (error instanceof SynonymError) throw new SynonymError(`line ${i + 1}: ${error.message}`);
      throw error;
    }
  });
}

/** Reads one group: `sofa, couch` goes both ways, `hoodie => hooded sweatshirt` one way. */
export function parseGroup(line: string): SynonymGroup {
  const sides = line
    .split(ARROW)
    .map((side) => side.split(',').map((member) => member.replace(/[\s\p{Cc}]+/gu, ' ').trim()));
  if (sides.length > 2) throw new SynonymError(`a group has one ${ARROW} at most`);
  const members = sides.flat();
  const words = members.map(wordsOf);
  const fault = members.map((member, i) => faultOf(member, words[i]!)).find((found) => found !== undefined);
  if (fault !== undefined) throw new SynonymError(fault);
  if (members.length < 2) throw new SynonymError('a group has at least two members, with commas between them');
  if (members.length > MAX_MEMBERS) throw new SynonymError(`a group has at most ${MAX_MEMBERS} members`);
  const seen = new Map<string, string>();
  for (const [i, member] of members.entries()) {
    const phrase = phraseOf(words[i]!);
    const same = seen.get(phrase);
    if (same !== undefined) throw new SynonymError(`"${same}" and "${member}" are the same to a search`);
    seen.set(phrase, member);
  }
  const [asked, found = asked] = sides as [string[], string[]?];
  return { asked, found };
}

function faultOf(member: string, words: string[]): string | undefined {
  if (member === '') return 'there is an empty member';
  if (words.length === 0) return `"${member}" has no letter and no digit`;
  if (words.length > MAX_MEMBER_WORDS) return `"${member}" has more than ${MAX_MEMBER_WORDS} words`;
  return member.length > MAX_MEMBER_CHARS ? `a member has more than ${MAX_MEMBER_CHARS} characters` : undefined;
}

/** A group as `parseGroup` reads it. */
export const formatGroup = (group: SynonymGroup): string =>
  isOneWay(group) ? `${group.asked.join(', ')} ${ARROW} ${group.found.join(', ')}` : group.asked.join(', ');

/** The same for the same group, whatever its order, case and accents. Without stems: they may change, and it is stored. */
export function keyOf(group: SynonymGroup): string {
  const side = (members: string[]) => members.map((member) => wordsOf(member).join(' ')).sort();
  return formatGroup({ asked: side(group.asked), found: side(group.found) });
}

const isOneWay = ({ asked, found }: SynonymGroup) => !found.includes(asked[0]!);

/** How phrases are compared. */
export const phraseOf = (words: readonly string[]): string => words.map(stem).join(' ');

export function buildSynonyms(groups: readonly SynonymGroup[]): Synonyms {
  /** By asked phrase: what may stand in its place, by its own phrase. */
  const byPhrase = new Map<string, Map<string, string[]>>();
  let longest = 0;
  for (const { asked, found } of groups) {
    const targets = found.map(wordsOf).map((words) => ({ words, phrase: phraseOf(words) }));
    for (const words of asked.map(wordsOf)) {
      const phrase = phraseOf(words);
      const alternatives = byPhrase.get(phrase) ?? new Map<string, string[]>();
      for (const target of targets) {
        // "laptop computer" finds nothing that "laptop" does not.
        if (!` ${target.phrase} `.includes(` ${phrase} `)) alternatives.set(target.phrase, target.words);
      }
      if (alternatives.size > 0) byPhrase.set(phrase, alternatives);
      longest = Math.max(longest, words.length);
    }
  }
  return {
    expand: (words, at) => {
      const readings = [];
      for (let length = Math.min(longest, words.length - at); length > 0; length--) {
        const alternatives = byPhrase.get(phraseOf(words.slice(at, at + length)));
        if (alternatives) readings.push({ length, alternatives: [...alternatives.values()] });
      }
      return readings;
    },
  };
}
