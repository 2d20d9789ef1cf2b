// What the catalogue knows of a product: its prices over time, and every field. Loaded when it is opened.
import type { PriceHistory } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { money, number } from '../../ui/format.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';

/** Changes that are shown, the newest. */
const MAX_SHOWN = 20;

export function ProductRecord({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="product-record" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Price history and record</summary>
      {isOpen && <Content id={id} />}
    </details>
  );
}

function Content({ id }: { id: string }) {
  const { data, error, reload } = useResource(
    (options) => Promise.all([api.catalogue.history(id, options), api.catalogue.get(id, options)]),
    [id],
  );
  if (!data) return error ? <ErrorBox error={error} retry={reload} /> : <Loading />;
  const [history, product] = data;
  return (
    <>
      <Prices of={history} />
      <JsonView value={product} />
    </>
  );
}

function Prices({ of: { items } }: { of: PriceHistory }) {
  const shown = items.slice(-MAX_SHOWN).reverse();
  return (
    <table>
      <caption>Prices and stock, the newest first</caption>
      <tbody>
        {shown.map(({ at, currency, regular_value, final_value, in_stock, stock_quantity }) => (
          <tr key={at}>
            <th scope="row">{at ? <Time at={at} /> : 'before changes were recorded'}</th>
            <td>
              {money(final_value, currency)}{' '}
              {regular_value !== null && final_value !== null && regular_value > final_value && (
                <s>{money(regular_value, currency)}</s>
              )}
            </td>
            <td>{in_stock === null ? 'stock not known' : in_stock ? 'in stock' : 'out of stock'}</td>
            <td class="number">{stock_quantity !== null && `${number(stock_quantity)} pieces`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
