// Fills the slots of demo texts and fixes articles and spacing afterwards.
import assert from 'node:assert/strict';
import type { Random } from './random.ts';

export type Facts = Readonly<Record<string, string>>;

/** Parsed templates: plain text and slots alternate. */
const partsByText = new Map<string, readonly string[]>();

/** `{a|b}` is a random choice, `{x}` the fact x, `{x:lower}` the fact in lower case. */
function fill(text: string, facts: Facts, random: Random): string {
  let parts = partsByText.get(text);
  if (!parts) {
    parts = text.split(/[{}]/);
    partsByText.set(text, parts);
  }
  let filled = parts[0]!;
  for (let i = 1; i < parts.length; i += 2) filled += slotValue(parts[i]!, facts, random) + parts[i + 1]!;
  return filled;
}

function slotValue(slot: string, facts: Facts, random: Random): string {
  if (slot.includes('|')) return random.pick(slot.split('|'));
  const [name = '', form] = slot.split(':');
  const fact = facts[name];
  assert(fact !== undefined, `no fact {${slot}}`);
  return form === 'lower' ? fact.toLowerCase() : fact;
}

export function fillSentence(text: string, facts: Facts, random: Random): string {
  if (!text.includes('{')) return text;
  return upperFirst(fixArticles(fill(text, facts, random)));
}

/** Slots of a name may be empty; extra spaces are removed. */
export function fillName(text: string, facts: Facts, random: Random): string {
  const name = fill(text, facts, random).replace(/\s+/g, ' ').replace(/ ,/g, ',').trim();
  return upperFirst(fixArticles(name));
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const titleCase = (text: string) => text.replace(/(^|[ -])\p{Ll}/gu, (start) => start.toUpperCase());

const fixArticles = (text: string) => text.replace(/\b([Aa]) (?=[AEIOaeio]|[Uu]m|8|11\b|18\b)/g, '$1n ');
