// Why a product ranks where it does: a bar, and its numbers.
import type { ExplainedHit } from '@finderfee/client';
import { hasScope } from '../../session.ts';
import { Bar, seriesClass } from '../../ui/bar.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { number } from '../../ui/format.ts';
import { ProductRecord } from './product-record.tsx';
import { legendOf, partsOf } from './signals.ts';

export const points = (value: number): string =>
  number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: 'negative' });

export function ScoreBar({ hit, max }: { hit: ExplainedHit; max: number }) {
  const parts = partsOf(hit);
  const label = `Score ${points(hit.score)}: ${parts.map(({ name, value }) => `${name} ${points(value)}`).join(', ')}`;
  return <Bar label={label} parts={parts.map((part) => ({ ...part, text: points(part.value) }))} max={max} />;
}

export function Legend({ hits }: { hits: readonly ExplainedHit[] }) {
  const isReduced = hits.some((hit) => partsOf(hit).some(({ value }) => value < 0));
  return (
    <ul class="legend" aria-label="Parts of the score">
      {legendOf(hits).map(({ name, text, series }) => (
        <li key={name} class={`key ${seriesClass(series)}`} title={text}>
          {name}
        </li>
      ))}
      {isReduced && (
        <li class="key taken" title="Long names, unwanted words and products out of stock">
          Taken off
        </li>
      )}
    </ul>
  );
}

const WHYS: Readonly<Record<ExplainedHit['words'][number]['why'], string>> = {
  typed: 'as typed',
  joined: 'written in one word',
  split: 'written in two words',
  inflected: 'another ending',
  corrected: 'spelling corrected',
  prefix: 'completed',
  synonym: 'synonym',
  compound: 'end of a longer word',
  negated: 'stated as absent',
};

export function Explanation({ hit }: { hit: ExplainedHit }) {
  const { words, score, product, is_duplicate } = hit;
  return (
    <div class="explanation">
      <table>
        <caption>Score</caption>
        <tbody>
          {partsOf(hit).map(({ name, text, value, series }) => (
            <tr key={name}>
              <th scope="row">
                <span class={value > 0 ? `key ${seriesClass(series)}` : 'key taken'}>{name}</span>
                <span class="hint">{text}</span>
              </th>
              <td class="number">{points(value)}</td>
            </tr>
          ))}
          <tr class="sum">
            <th scope="row">Score</th>
            <td class="number">{points(score)}</td>
          </tr>
        </tbody>
      </table>
      <table>
        <caption>Words</caption>
        <tbody>
          {words.map(({ word, by, why, points: value }) => (
            <tr key={`${word} ${by}`}>
              <th scope="row">
                {word === by ? word : `${word} → ${by}`}
                <span class="hint">{WHYS[why]}</span>
              </th>
              <td class="number">{points(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        {is_duplicate && 'Nearly the same as a product above, so it ranks behind the first hundred. '}
        Product <code>{product.id}</code> <CopyButton text={product.id} label="Copy the product id" />
      </p>
      {hasScope('catalogue') && <ProductRecord id={product.id} />}
    </div>
  );
}
