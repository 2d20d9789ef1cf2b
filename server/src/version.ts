// The version of the service, and the commit of its sources.
import { existsSync, readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { checkedOutCommit } from './checked-out-commit.ts';

export const VERSION = manifest.version;

/** Written by `scripts/build.ts`, and empty if it did not know the commit. */
const RECORD = `${import.meta.dirname}/commit.txt`;

/** The full hash: recorded in the package, that of git in a clone. Null if neither knows it. */
export const COMMIT: string | null = existsSync(RECORD)
  ? readFileSync(RECORD, 'utf8') || null
  : checkedOutCommit(`${import.meta.dirname}/../..`);

/** For people, such as `0.2.0 (5f0f1dc)`. */
export const VERSION_AND_COMMIT = COMMIT === null ? VERSION : `${VERSION} (${COMMIT.slice(0, 7)})`;
