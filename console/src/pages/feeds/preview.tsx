// What a feed holds before it is registered: recognised columns, first products, and what is rejected.
import type { FeedColumn, FeedPreview, FeedSample } from '@finderfee/client';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { money, number } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Card } from '../../ui/section.tsx';
import { REJECTED_COLUMNS } from './rejected-rows.tsx';
import { Faults } from './report.tsx';

export function Preview({ of: preview }: { of: FeedPreview }) {
  const { state, message, format, recognised_by, columns, rows, rejected, samples, rejected_rows } = preview;
  if (state === 'failed') return <Problem text={message} />;
  const used = columns.filter(({ is_used }) => is_used).length;
  return (
    <div class="stack">
      <p role="status">
        <Chip tone={rejected < rows ? 'good' : 'bad'}>{format}</Chip> {recognised_by}. {number(used)} of{' '}
        {number(columns.length)} columns are read. Of the first {number(rows)} rows, {number(rejected)}{' '}
        {rejected === 1 ? 'is' : 'are'} rejected.
      </p>
      <Card title="Columns">
        <Rows caption="Columns" rows={columns} columns={COLUMNS} rowKey={({ name }) => name} />
      </Card>
      {samples.length > 0 && <Samples of={samples} />}
      <Faults {...preview} />
      {rejected_rows.length > 0 && (
        <Card title="Rejected rows">
          <Rows
            caption="Rejected rows"
            rows={rejected_rows}
            columns={REJECTED_COLUMNS}
            rowKey={({ line, field }) => `${line} ${field}`}
          />
        </Card>
      )}
    </div>
  );
}

export const Samples = ({ of: samples }: { of: readonly FeedSample[] }) => (
  <Card title="First products">
    <Rows
      caption="First products"
      rows={samples}
      columns={SAMPLE_COLUMNS}
      rowKey={(sample) => samples.indexOf(sample)}
    />
  </Card>
);

export const Problem = ({ text }: { text: string }) => (
  <div class="error-box" role="alert">
    <Icon name="warning" />
    <div>{text}</div>
  </div>
);

interface RowsProps<T> {
  caption: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  rowKey: (row: T) => string | number;
}

/** All on one page. */
const Rows = <T,>({ rows, ...table }: RowsProps<T>) => (
  <DataTable
    {...table}
    resource={{ data: { items: rows }, error: undefined, isLoading: false, reload: () => {} }}
    empty={null}
  />
);

const COLUMNS: readonly Column<FeedColumn>[] = [
  { name: 'Column', cell: ({ name }) => <code>{name}</code>, text: ({ name }) => name },
  {
    name: 'Product field',
    cell: ({ fields, is_used, example }) => (
      <span class="chips">
        {fields.map((field) => (
          <Chip key={field} tone="good">
            {field}
          </Chip>
        ))}
        {fields.length === 0 && <Chip>{is_used ? 'decides on others' : example === '' ? 'empty' : 'ignored'}</Chip>}
      </span>
    ),
    text: ({ fields }) => fields.join(' '),
  },
  {
    name: 'Example',
    cell: ({ example }) => <span class="clamp">{example || '–'}</span>,
    text: ({ example }) => example,
    isWide: true,
  },
];

const SAMPLE_COLUMNS: readonly Column<FeedSample>[] = [
  {
    name: 'Product',
    cell: ({ name, image_url }) => (
      <span class="with-picture">
        <Picture url={image_url ?? ''} />
        <span class="clamp">{name}</span>
      </span>
    ),
    text: ({ name }) => name,
    isWide: true,
  },
  {
    name: 'Price',
    cell: ({ price, currency }) => (price === null ? <Chip tone="warn">no price</Chip> : money(price, currency)),
    text: ({ price }) => price,
    isNumber: true,
  },
  {
    name: 'Availability',
    cell: ({ availability }) => <span class="clamp">{availability ?? '–'}</span>,
    text: ({ availability }) => availability,
  },
  {
    name: 'Merchant',
    cell: ({ merchant }) => <span class="clamp">{merchant}</span>,
    text: ({ merchant }) => merchant,
  },
  {
    name: 'Link',
    cell: ({ link }) => (link === null ? <Chip tone="warn">no link</Chip> : <span class="clamp">{link}</span>),
    text: ({ link }) => link,
  },
];
