// Exports facts as lines of JSON, with emails, keys and card numbers masked unless the caller may see them.
import type { ExportKind, ExportRow, LedgerStore } from '../store/ledger-store.ts';
import { maskEmail, maskSecrets, maskTexts } from '../text/mask.ts';
import { networkClickId } from '../text/network-click-id.ts';
import { toIso } from '../text/to-iso.ts';

const BATCH = 1000;

interface Export {
  kind: ExportKind;
  since_ms: number;
  /** Exclusive. */
  until_ms: number;
  seesEmails: boolean;
}

/** In chunks of many lines. Rows that are stored meanwhile are exported too. */
export async function* exportFacts(
  { store }: { store: Pick<LedgerStore, 'exportFacts'> },
  { kind, since_ms, until_ms, seesEmails }: Export,
): AsyncGenerator<string, void, undefined> {
  for (let after = 0; ; ) {
    const rows = await store.exportFacts({ kind, after, since_ms, until_ms, limit: BATCH });
    if (rows.length === 0) return;
    after = rows.at(-1)!.no;
    yield rows.map((row) => toLine(kind, row, seesEmails)).join('');
  }
}

function toLine(kind: ExportKind, { at_ms, email, data }: ExportRow, seesEmails: boolean): string {
  const shown = seesEmails ? data : (maskTexts(data, maskSecrets) as Record<string, unknown>);
  const fact = {
    at: toIso(at_ms),
    email: email === null || seesEmails ? email : maskEmail(email),
    ...shown,
    ...(kind === 'clicks' ? networkIdOf(data, shown.click_id) : {}),
  };
  return `${JSON.stringify(fact)}\n`;
}

/** The click id as it appears in the reports of affiliate networks. */
function networkIdOf({ program, click_id }: Record<string, unknown>, shown: unknown) {
  const id = networkClickId(String(program), String(click_id));
  return { network_click_id: id === click_id ? shown : id };
}
