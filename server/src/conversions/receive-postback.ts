// Receives a postback of a network: one report, under the network's own names.
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';
import { AppError } from '../app-error.ts';
import { InvalidInput } from '../invalid-input.ts';
import type { RowFault } from '../reading/rejected-rows.ts';
import type { ConversionStore, NetworkAccount, ReportWrite } from '../store/conversion-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { dialectOf } from './dialect-of.ts';
import { keyOf, type ReadReport, readReport } from './read-report.ts';

interface PostbackDeps extends StoreDeps<ConversionStore> {
  reward_max_pct: number;
}

export interface Postback {
  token: string;
  /** Those of nested JSON have a path of names with dots. */
  fields: Record<string, string | number>;
  /** Why the body could not be read, if so. */
  body_fault: string | null;
  /** Where the fields are, for the locations of faults. */
  place: 'query' | 'body';
  /** Answered like any other, and not recorded. */
  isHead: boolean;
}

/** Resolves once the report is durable. A postback that cannot be read is kept with the reason. */
export async function receivePostback(deps: PostbackDeps, postback: Postback): Promise<void> {
  const { token, fields, body_fault, place, isHead } = postback;
  const account = await deps.store.findNetworkByToken({ token });
  if (!account) throw new AppError('postback_not_found');
  const read = body_fault === null ? readPostback(fields, account) : { faults: [{ field: '', reason: body_fault }] };
  const faults = 'faults' in read ? read.faults : isHead ? [] : await record(deps, read.report, fields);
  if (faults.length === 0) return;
  const rejected = { network: account.name, fields: toStored(fields), reason: describeFaults(faults) };
  if (!isHead) await deps.store.rejectPostback({ ...rejected, now_ms: deps.clock.now_ms() });
  const details = faults.map(({ field, reason, value }: RowFault) => ({
    path: field === '' ? [] : [field],
    message: reason,
    input: value,
  }));
  throw new InvalidInput(details, place);
}

/** Returns why the report could not be recorded, if so. */
async function record(
  { store, clock, reward_max_pct }: PostbackDeps,
  report: ReportWrite,
  fields: Postback['fields'],
): Promise<RowFault[]> {
  const postback = toStored(fields);
  const outcome = await store.recordReports({ reports: [report], postback, reward_max_pct, now_ms: clock.now_ms() });
  if ('answers' in outcome) return [];
  return [{ field: 'transaction_id', reason: CONVERSION_FULL, value: report.transaction_id }];
}

const toStored = (fields: Postback['fields']): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [maskCardNumbers(name), maskCardNumbers(String(value))]),
    ),
  );

function readPostback(fields: Postback['fields'], account: NetworkAccount): ReadReport {
  const dialect = dialectOf(account);
  const name = dialect.json_field === undefined ? undefined : keyOf(fields, dialect.json_field);
  if (name === undefined) return readReport(fields, dialect, account.name);
  const parsed = parseObject(String(fields[name]));
  if (!parsed) return { faults: [{ field: name, reason: 'is not a JSON object' }] };
  return readReport({ ...fields, ...parsed }, dialect, account.name);
}

function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const CONVERSION_FULL = 'has too many reports';
const MAX_VALUE_CHARS = 80;

/** U+0000 is replaced, because PostgreSQL cannot store it. */
function describeFaults(faults: RowFault[]): string {
  const shown = (value: string) => `: ${maskCardNumbers(value).slice(0, MAX_VALUE_CHARS)}`;
  const sentences = faults.map(({ field, reason, value }) =>
    `${field} ${reason}${value ? shown(value) : ''}`.trimStart(),
  );
  return sentences.join('; ').toWellFormed().replaceAll('\0', '\uFFFD');
}
