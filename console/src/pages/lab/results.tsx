// The products of a search with their scores, page by page.
import type { ExplainedHit, ExplainedSearch } from '@finderfee/client';
import { place, queryHref, setQuery } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { money, number, share } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Resource } from '../../use-resource.ts';
import { Explanation, Legend, points, ScoreBar } from './explanation.tsx';
import { longestBar } from './signals.ts';

export const PAGE_SIZE = 20;

/** The cursor of the lab: the number of products on earlier pages. */
export function readOffset(): number {
  const offset = Number(place.value.query.get('cursor'));
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

/** A page of results, and how many products are before it. */
export type FoundPage = ExplainedSearch & { offset: number };

/** Ids of the products that this list is compared to, in their order. */
export type Baseline = readonly string[];

interface Props {
  label: string;
  resource: Resource<FoundPage | null>;
  baseline?: Baseline | undefined;
}

export function Results({ label, resource: { data, error, isLoading, reload }, baseline }: Props) {
  return (
    <section class="lab-results" aria-label={label} aria-busy={isLoading}>
      <ErrorBox error={error} retry={reload} />
      {data === undefined && isLoading && <div class="page-loading" role="status" aria-label="Loading" />}
      {data === null && (
        <EmptyState title="Type a query">
          See what a shopper finds with it, and why each product ranks where it does. Filters and criteria sets apply at
          once.
        </EmptyState>
      )}
      {data && <Found data={data} />}
      {data && data.items.length === 0 && <NothingFound isFirstPage={data.offset === 0} />}
      {data && data.items.length > 0 && <Hits data={data} baseline={baseline} />}
      {data && <Foot found={data.found} offset={data.offset} />}
    </section>
  );
}

function Found({ data: { query, found, corrections, items } }: { data: ExplainedSearch }) {
  return (
    <header class="lab-found">
      <p role="status">
        <strong>{number(found)}</strong> {found === 1 ? 'product' : 'products'} for “{query}”
        {corrections.length > 0 &&
          `, with ${corrections.map(({ typed, meant }) => `${typed} corrected to ${meant}`).join(', ')}`}
      </p>
      {items.length > 0 && <Legend hits={items} />}
    </header>
  );
}

const NothingFound = ({ isFirstPage }: { isFirstPage: boolean }) =>
  !isFirstPage ? (
    <p class="hint">There are no more products.</p>
  ) : (
    <EmptyState title="No product is found">
      Take off a filter, or add a synonym for a word that shops write differently.
    </EmptyState>
  );

function Hits({ data, baseline }: { data: FoundPage; baseline: Baseline | undefined }) {
  const max = longestBar(data.items);
  return (
    <ol class="hits">
      {data.items.map((hit, index) => (
        <Hit key={hit.product.id} hit={hit} offset={data.offset} index={index} max={max} baseline={baseline} />
      ))}
    </ol>
  );
}

interface HitProps {
  hit: ExplainedHit;
  offset: number;
  /** On this page. */
  index: number;
  max: number;
  baseline: Baseline | undefined;
}

function Hit({ hit, offset, index, max, baseline }: HitProps) {
  const { product, score, is_duplicate } = hit;
  const isOpen = place.value.query.get('open') === product.id;
  const toggle = () => setQuery({ open: isOpen ? null : product.id, cursor: offset || null }, { replace: true });
  const details = [product.merchant?.name, product.brand, product.category].filter(Boolean).join(' · ');
  return (
    <li class={isOpen ? 'hit open' : 'hit'}>
      <div class="hit-rank">
        <span class="number">{number(offset + index + 1)}</span>
        {baseline && <Movement from={baseline.indexOf(product.id)} to={index} />}
      </div>
      <Picture url={product.image_url} />
      <div class="hit-name">
        <h2 title={product.name}>
          <ProductLink url={product.product_url} name={product.name} />
        </h2>
        <p class="hint">{details}</p>
      </div>
      <PriceAndStock product={product} />
      <button class="hit-score" type="button" aria-expanded={isOpen} onClick={toggle}>
        <ScoreBar hit={hit} max={max} />
        <span class="number">{points(score)}</span>
        {is_duplicate && <Chip tone="warn">duplicate</Chip>}
        <span class="visually-hidden">Why “{product.name.slice(0, 80)}” ranks here</span>
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      {isOpen && <Explanation hit={hit} />}
    </li>
  );
}

/** Addresses of products come from feeds. */
function ProductLink({ url, name }: { url: string; name: string }) {
  if (!/^https?:/.test(url)) return <span>{name}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

function PriceAndStock({ product: { price, availability } }: { product: ExplainedHit['product'] }) {
  return (
    <div class="hit-price">
      <p class="number">
        <strong>{money(price.final_value, price.currency)}</strong>
        {price.on_sale && (
          <>
            {' '}
            <s class="hint" title={`${share(price.sale_discount)} off`}>
              {money(price.regular_value, price.currency)}
            </s>
          </>
        )}
      </p>
      <Chip tone={availability === 'in_stock' ? 'good' : availability === 'out_of_stock' ? 'bad' : 'plain'}>
        {availability?.replaceAll('_', ' ') ?? 'stock unknown'}
      </Chip>
    </div>
  );
}

function Movement({ from, to }: { from: number; to: number }) {
  if (from === to) return null;
  if (from < 0)
    return (
      <Chip tone="info">
        new<span class="visually-hidden"> on this page</span>
      </Chip>
    );
  const isUp = to < from;
  return (
    <Chip tone={isUp ? 'good' : 'warn'}>
      <span class="visually-hidden">{isUp ? 'up by ' : 'down by '}</span>
      {isUp ? '▲' : '▼'}
      {number(Math.abs(from - to))}
    </Chip>
  );
}

function Foot({ found, offset }: { found: number; offset: number }) {
  const last = Math.min(found, offset + PAGE_SIZE);
  if (found <= PAGE_SIZE && offset === 0) return null;
  return (
    <div class="table-foot">
      <span class="hint number">
        {offset < found && `${number(offset + 1)} to ${number(last)} of ${number(found)}`}
      </span>
      <nav aria-label="Pages of results">
        {offset > 0 && (
          <a
            class="button small"
            href={queryHref({ cursor: offset > PAGE_SIZE ? offset - PAGE_SIZE : null, open: null })}
          >
            Previous page
          </a>
        )}
        {last < found && (
          <a class="button small" href={queryHref({ cursor: offset + PAGE_SIZE, open: null })}>
            Next page
          </a>
        )}
      </nav>
    </div>
  );
}
