// A table of one page of a list, with paging by cursor, an empty state, and CSV.
//   <DataTable caption="Jobs" resource={jobs} rowKey={({ id }) => id} columns={COLUMNS}
//     empty={<EmptyState title="No jobs">…</EmptyState>} />
// `resource` is that of a list with `items` and `next_cursor`. Pass `cursor` of the query to the call that loads it.
import type { ComponentChildren } from 'preact';
import { hrefOf, place } from '../router.ts';
import type { Resource } from '../use-resource.ts';
import { downloadCsv } from './csv.ts';
import { ErrorBox } from './error-box.tsx';
import { Icon } from './icon.tsx';

export interface Column<T> {
  name: string;
  cell: (row: T) => ComponentChildren;
  /** For CSV; a column without it is left out. */
  text?: (row: T) => string | number | boolean | null | undefined;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** Takes the width that is left; long texts wrap. */
  isWide?: boolean;
}

export interface ListPage<T> {
  items: readonly T[];
  /** Absent if the list is never longer than a page. */
  next_cursor?: string | null;
}

interface Props<T> {
  caption: string;
  resource: Pick<Resource<ListPage<T>>, 'data' | 'error' | 'isLoading' | 'reload'>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string | number;
  empty: ComponentChildren;
  /** Shown below the row while it is given. */
  details?: (row: T) => ComponentChildren;
  /** Called to save the rows as CSV, if the file holds more than the table. */
  saveCsv?: () => void;
}

export function DataTable<T>({ caption, resource, columns, rowKey, empty, details, saveCsv }: Props<T>) {
  const { data, error, isLoading, reload } = resource;
  return (
    <div class="data-table" aria-busy={isLoading}>
      <ErrorBox error={error} retry={reload} />
      {!data && isLoading && <Skeleton />}
      {data && data.items.length === 0 && (isFirstPage(data) ? empty : <p class="hint">There is nothing more.</p>)}
      {data && data.items.length > 0 && (
        <Rows caption={caption} rows={data.items} columns={columns} rowKey={rowKey} details={details} />
      )}
      {data && (
        <Foot caption={caption} page={data} saveCsv={saveCsv ?? (() => downloadCsv(caption, columns, data.items))} />
      )}
    </div>
  );
}

/** The cursor of the address is that of a list with pages. */
const isFirstPage = ({ next_cursor }: ListPage<unknown>) =>
  next_cursor === undefined || !place.value.query.has('cursor');

type RowsProps<T> = Pick<Props<T>, 'caption' | 'columns' | 'rowKey'> & {
  rows: readonly T[];
  details: Props<T>['details'] | undefined;
};

function Rows<T>({ caption, rows, columns, rowKey, details }: RowsProps<T>) {
  return (
    <table>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={classOf(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const detail = details?.(row);
          return [
            <tr key={key}>
              {columns.map((column) => (
                <td key={column.name} class={classOf(column)} data-label={column.name}>
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>,
            detail && (
              <tr key={`${key} details`} class="details">
                <td colSpan={columns.length}>{detail}</td>
              </tr>
            ),
          ];
        })}
      </tbody>
    </table>
  );
}

const classOf = ({ isNumber, isWide }: Pick<Column<never>, 'isNumber' | 'isWide'>) =>
  [isNumber ? 'number' : '', isWide ? 'wide' : ''].filter(Boolean).join(' ') || undefined;

interface FootProps {
  caption: string;
  page: ListPage<unknown>;
  saveCsv: () => void;
}

function Foot({ caption, page, saveCsv }: FootProps) {
  const { path, query } = place.value;
  const values = Object.fromEntries(query);
  const next = page.next_cursor;
  const isFirst = isFirstPage(page);
  if (page.items.length === 0 && isFirst) return null;
  return (
    <div class="table-foot">
      <button class="button small quiet" type="button" onClick={saveCsv}>
        <Icon name="download" /> CSV
      </button>
      <nav aria-label={`Pages of ${caption}`}>
        {!isFirst && (
          <a class="button small" href={hrefOf(path, { ...values, cursor: null })}>
            First page
          </a>
        )}
        {next && (
          <a class="button small" href={hrefOf(path, { ...values, cursor: next })}>
            Next page
          </a>
        )}
      </nav>
    </div>
  );
}

const Skeleton = () => (
  <div class="skeleton" role="status" aria-label="Loading">
    <span />
    <span />
    <span />
    <span />
  </div>
);
