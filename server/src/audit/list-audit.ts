// Lists the audit log, newest first.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import type { AuditEntry, AuditStore } from '../store/audit-store.ts';
import { readInstant } from '../text/read-instant.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';

interface ListDeps {
  store: AuditStore;
  tokens: Tokens;
}

export async function listAudit({ store, tokens }: ListDeps, query: Input<'listAudit'>['query']) {
  const { key_id = null, action = null, subject = null, from, to } = query;
  const instant = (text: string | undefined) => (text === undefined ? null : readInstant(text)!);
  const filter = { key_id, action, subject, from_ms: instant(from), to_ms: instant(to) };
  const list = { tokens, kind: 'audit', query, filter } as const;
  const { rows, next_cursor } = await listPage(list, store.listActions, ({ no }) => no);
  return { items: rows.map(toItem), next_cursor };
}

const toItem = ({ no, at_ms, ...entry }: AuditEntry) => ({ id: no, at: toIso(at_ms), ...entry });
