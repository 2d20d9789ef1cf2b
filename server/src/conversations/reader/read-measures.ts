// Sizes that are measures: "28 cm", "50ml", "1000 pieces". They are filters where the catalogue has them as sizes, else words.
import { measureOf } from '../../text/units.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { SizeReading } from './read-sizes.ts';
import type { Sentence } from './sentence.ts';

/** "under 2 kg" is no size, nor is "no bigger than 30 cm". */
const LIMIT = /^(?:under|below|over|above|than|least|most|max|maximum|min|minimum|between|upto|within)$/;
const LEAD = /^(?:size|sz|in|with|of)$/;

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
    const lead = LEAD.test(texts[i - 1] ?? '') ? i - 1 : i;
    // A measure that nothing has is no size by its number alone.
    if (found.sizes.length === 0 && /^si?z/.test(texts[lead]!)) sentence.use(lead);
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
    sentence.use(lead, found.to);
  }
  return values.length > 0 ? { values: [...new Set(values)], is_unwanted } : undefined;
}

/** A number with its unit, in one word, in two, or joined by a hyphen. */
function measuredAt({ texts, tokens }: Sentence, at: number, vocabulary: Vocabulary): Measured | undefined {
  if (!/^\d/.test(texts[at]!) || LIMIT.test(tokens[at - 1]?.text ?? '')) return undefined;
  if (tokens[at - 1]?.text === 'to' && tokens[at - 2]?.text === 'up') return undefined;
  for (const length of [3, 2, 1]) {
    const text = texts.slice(at, at + length).join(' ');
    const measure = length === 3 && texts[at + 1] !== '-' ? undefined : measureOf(text);
    if (!measure) continue;
    const unit = measure.replace(/^[\d./]+/, '');
    return { from: at, to: at + length, sizes: vocabulary.sizesMeasuring(measure), unit };
  }
  return undefined;
}
