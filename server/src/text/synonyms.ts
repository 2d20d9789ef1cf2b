// Synonyms: parses groups and expands queries.
import { stem, wordsOf } from './analyse.ts';

/** A query for one of the inputs also finds the outputs. In a symmetric group the two are the same. */
export interface SynonymGroup {
  inputs: string[];
  outputs: string[];
}

export interface Synonyms {
  /**
   * Synonyms of the words starting at position `at`, longest match first: number of words matched, and their
   * alternatives. Takes and returns words of `wordsOf`.
   */
  expand(words: readonly string[], at: number): { length: number; alternatives: string[][] }[];
}

const ARROW = '=>';
const MAX_MEMBERS = 30;
export const MAX_MEMBER_WORDS = 6;
const MAX_MEMBER_CHARS = 100;

/** An invalid group. For a list, the message contains the line. */
export class SynonymError extends Error {}

/** Parses a list: one group per line, comments after `#`. */
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

/** Parses one group: `sofa, couch` is symmetric, `hoodie => hooded sweatshirt` is one-way. */
export function parseGroup(line: string): SynonymGroup {
  const sides = line
    .split(ARROW)
    .map((side) => side.split(',').map((member) => member.replace(/[\s\p{Cc}]+/gu, ' ').trim()));
  if (sides.length > 2) throw new SynonymError(`a group has at most one ${ARROW}`);
  const members = sides.flat();
  const words = members.map(wordsOf);
  const fault = members.map((member, i) => faultOf(member, words[i]!)).find((found) => found !== undefined);
  if (fault !== undefined) throw new SynonymError(fault);
  if (members.length < 2) throw new SynonymError('a group has at least two members, separated by commas');
  if (members.length > MAX_MEMBERS) throw new SynonymError(`a group has at most ${MAX_MEMBERS} members`);
  const seen = new Map<string, string>();
  for (const [i, member] of members.entries()) {
    const phrase = phraseOf(words[i]!);
    const same = seen.get(phrase);
    if (same !== undefined) throw new SynonymError(`"${same}" and "${member}" are the same in a search`);
    seen.set(phrase, member);
  }
  const [inputs, outputs = inputs] = sides as [string[], string[]?];
  return { inputs, outputs };
}

function faultOf(member: string, words: string[]): string | undefined {
  if (member === '') return 'a member is empty';
  if (words.length === 0) return `"${member}" has no letters or digits`;
  if (words.length > MAX_MEMBER_WORDS) return `"${member}" has more than ${MAX_MEMBER_WORDS} words`;
  return member.length > MAX_MEMBER_CHARS ? `a member has more than ${MAX_MEMBER_CHARS} characters` : undefined;
}

/** Formats a group for `parseGroup`. */
export const formatGroup = (group: SynonymGroup): string =>
  isOneWay(group) ? `${group.inputs.join(', ')} ${ARROW} ${group.outputs.join(', ')}` : group.inputs.join(', ');

/**
 * Identifies a group regardless of order, case and accents. It is stored, so it does not use stems, which may change.
 */
export function keyOf(group: SynonymGroup): string {
  const side = (members: string[]) => members.map((member) => wordsOf(member).join(' ')).sort();
  return formatGroup({ inputs: side(group.inputs), outputs: side(group.outputs) });
}

const isOneWay = ({ inputs, outputs }: SynonymGroup) => !outputs.includes(inputs[0]!);

/** The form in which phrases are compared. */
export const phraseOf = (words: readonly string[]): string => words.map(stem).join(' ');

export function buildSynonyms(groups: readonly SynonymGroup[]): Synonyms {
  /** Alternatives by input phrase, keyed by their own phrase to avoid duplicates. */
  const byPhrase = new Map<string, Map<string, string[]>>();
  let longest = 0;
  for (const { inputs, outputs } of groups) {
    const targets = outputs.map(wordsOf).map((words) => ({ words, phrase: phraseOf(words) }));
    for (const words of inputs.map(wordsOf)) {
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
