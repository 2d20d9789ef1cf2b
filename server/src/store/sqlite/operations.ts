// Every call of the store port as it runs inside a database thread: which file, read or write, and the SQL behind it.
import type { StoreCalls } from '../port.ts';
import type { Connection } from './connection.ts';
import * as criteriaSets from './criteria-sets.ts';
import type { File } from './files.ts';
import * as keys from './keys.ts';

type InputOf<N extends keyof StoreCalls> = Parameters<StoreCalls[N]>[0];
type ReplyOf<N extends keyof StoreCalls> = Awaited<ReturnType<StoreCalls[N]>>;

interface Operation<N extends keyof StoreCalls> {
  file: File;
  kind: 'read' | 'write';
  run: (db: Connection, input: InputOf<N>) => ReplyOf<N>;
}

export const operations: { [N in keyof StoreCalls]: Operation<N> } = {
  insertCriteriaSet: { file: 'catalogue', kind: 'write', run: criteriaSets.insert },
  upsertCriteriaSet: { file: 'catalogue', kind: 'write', run: criteriaSets.upsert },
  getCriteriaSet: { file: 'catalogue', kind: 'read', run: criteriaSets.get },
  listCriteriaSets: { file: 'catalogue', kind: 'read', run: criteriaSets.list },
  deleteCriteriaSet: { file: 'catalogue', kind: 'write', run: criteriaSets.remove },
  insertKey: { file: 'catalogue', kind: 'write', run: keys.insert },
  listKeys: { file: 'catalogue', kind: 'read', run: keys.list },
  revokeKey: { file: 'catalogue', kind: 'write', run: keys.revoke },
};
