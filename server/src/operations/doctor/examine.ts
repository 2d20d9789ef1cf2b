// Runs the checks of `finderfee doctor`, each within a deadline.
import { AppError } from '../../app-error.ts';
import type { ClusterInspection } from '../../index/index-inspection.ts';
import type { StoreInspection } from '../../store/store-inspection.ts';
import { withinDeadline } from '../../within-deadline.ts';
import { type Check, type CheckDeps, failed, type Readable, type ReadStore, type Verdict } from './check.ts';
import { checkClocks } from './check-clocks.ts';
import { checkFolder, checkSettings, checkSpool } from './check-folder.ts';
import { checkInstance } from './check-instance.ts';
import { checkCluster, checkClusterDisks, checkSharedIndex } from './check-opensearch.ts';
import {
  checkCollation,
  checkConnections,
  checkDatabase,
  checkDurability,
  checkFiles,
  checkOpening,
  checkSchema,
} from './check-store.ts';
import { checkFeeds, checkJobs, checkWebhooks } from './check-work.ts';

/** By subject, in the order of the report. */
const CHECKS: Record<string, Check> = {
  settings: checkSettings,
  'data folder': checkFolder,
  'database files': checkFiles,
  database: checkDatabase,
  schema: checkSchema,
  durability: checkDurability,
  collation: checkCollation,
  connections: checkConnections,
  store: checkOpening,
  opensearch: checkCluster,
  'opensearch disks': checkClusterDisks,
  'opensearch index': checkSharedIndex,
  clocks: checkClocks,
  instance: checkInstance,
  jobs: checkJobs,
  feeds: checkFeeds,
  webhooks: checkWebhooks,
  'spooled clicks': checkSpool,
};

const CHECK_MS = 15_000;
/** The pages of large files are checked for up to 20 seconds. */
const INSPECTION_MS = 30_000;

export type Finding = { subject: string } & Verdict;

/** An installation, and how to look at its parts. */
export interface Installation extends Omit<CheckDeps, 'inspection' | 'store' | 'cluster'> {
  inspectStore: () => Promise<StoreInspection>;
  /** Opens it for reading. Not called before the inspection has ended. */
  openStore: () => Promise<ReadStore & { close(): Promise<void> }>;
  /** Null if the index is not in OpenSearch. */
  inspectCluster: () => Promise<ClusterInspection | null>;
}

export async function examine(installation: Installation): Promise<Finding[]> {
  const inspection = await readable(INSPECTION_MS, installation.inspectStore());
  const store = isInstalled(inspection) ? await readable(CHECK_MS, installation.openStore()) : null;
  const found = await readable(CHECK_MS, installation.inspectCluster());
  const cluster = 'value' in found ? found.value && { value: found.value } : found;
  const deps: CheckDeps = { ...installation, inspection, store, cluster };
  const findings = await Promise.all(Object.entries(CHECKS).map(([subject, check]) => runCheck(subject, check, deps)));
  if (store && 'value' in store) await readable(CHECK_MS, store.value.close());
  return findings.filter((finding) => finding !== null);
}

async function runCheck(subject: string, check: Check, deps: CheckDeps): Promise<Finding | null> {
  const outcome = await readable(CHECK_MS, check(deps));
  const verdict = 'value' in outcome ? outcome.value : failed(outcome.fault, 'this could not be checked');
  return verdict && { subject, ...verdict };
}

async function readable<T>(deadline_ms: number, reading: Promise<T>): Promise<Readable<T>> {
  try {
    return { value: await withinDeadline(deadline_ms, reading) };
  } catch (error) {
    return { fault: reasonOf(error) };
  }
}

/** The cause of an `AppError` says more than its sentence for callers. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  const { message } = error instanceof AppError && cause instanceof Error ? cause : (error as Error);
  return message.replace(/\s*\n\s*/g, ' ');
}

function isInstalled(inspection: Readable<StoreInspection>): boolean {
  if ('fault' in inspection) return false;
  const { value } = inspection;
  return value.engine === 'postgres' ? value.schema > 0 : value.files.some(({ schema }) => schema !== null);
}
