// Sizes that are measures: "28 cm", "50ml", "1000 pieces". They are filters where the catalogue has them as sizes, else words.
import { measureOf } from '../../text/units.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { SizeReading } from './read-sizes.ts';
import type { Sentence } from './sentence.ts';

/** "under 2 kg" is no size, nor is "no bigger than 30 cm". */
const LIMIT = /^(?:under|below|over|above|than|least|most|max|maximum|min|minimum|between|upto|within)$/;
const LEAD =
  /^(?:size|sz|in|with|of|an?|is|diameter|width|height|length|volume|capacity|weight|sized|weighing|measuring)$/;
const BEHIND = /^(?:tall|wide|long|high|deep|across|diameter|(?:in|of) (?:diameter|width|height|length))$/;

interface Measured {
  from: number;
  to: number;
  sizes: readonly string[];
  /** Without its number. */
  unit: string;
}

export function readMeasures(sentence: Sentence, vocabulary: Vocabulary): SizeReading | undefined {
  const values: string[] = [];
  let unit: string | undefined;
  let is_unwanted = false;
  for (let i = 0; i < sentence.tokens.length; i++) {
    const found = measuredAt(sentence, i, vocabulary);
    if (!found || found.unit !== (unit ?? found.unit)) continue;
    const { texts } = sentence;
    let lead = i;
    while (LEAD.test(texts[lead - 1] ?? '')) lead--;
    // A measure that nothing has is no size by its number alone.
    if (found.sizes.length === 0 && /^si?z/.test(texts[i - 1] ?? '')) sentence.use(i - 1);
    if (found.sizes.length === 0) continue;
    unit = found.unit;
    if (/^(?:not|no)$/.test(texts[lead - 1] ?? '')) {
      is_unwanted = true;
      sentence.use(lead - 1);
    }
    // "24 or 28 cm"; between two sizes the joint says no more than that.
    if (/^(?:or|and|\/|,)$/.test(texts[i - 1] ?? '')) {
      const other = vocabulary.sizesMeasuring(`${texts[i - 2]}${unit}`);
      values.push(...other);
      if (other.length > 0) sentence.use(i - 2);
      if (values.length > 0) sentence.use(i - 1);
    }
    values.push(...found.sizes);
    const behind = [2, 1].find((length) => BEHIND.test(texts.slice(found.to, found.to + length).join(' '))) ?? 0;
    sentence.use(lead, found.to + behind);
  }
  return values.length > 0 ? { values: [...new Set(values)], is_unwanted } : undefined;
}

/** A number with its unit, in one word or several, or two of them: "155 x 220 cm". */
function measuredAt({ texts, tokens }: Sentence, at: number, vocabulary: Vocabulary): Measured | undefined {
  if (!/^\d/.test(texts[at]!) || LIMIT.test(tokens[at - 1]?.text ?? '')) return undefined;
  if (tokens[at - 1]?.text === 'to' && tokens[at - 2]?.text === 'up') return undefined;
  for (const length of [4, 3, 2, 1]) {
    const text = texts
      .slice(at, at + length)
      .join(' ')
      .replace(' - ', ' ');
    const measure = at + length > texts.length ? undefined : measureOf(text);
    if (!measure) continue;
    const unit = /\dx\d/.test(measure) ? 'x' : measure.replace(/^[\d./]+/, '');
    return { from: at, to: at + length, sizes: vocabulary.sizesMeasuring(measure), unit };
  }
  return undefined;
}
