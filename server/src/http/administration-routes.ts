// Administration over HTTP: exports as downloads, and the settings in effect.
import type { Input } from '@finderfee/contract/endpoints.ts';
import type { EffectiveSetting } from '../effective-settings.ts';
import { exportFacts } from '../operations/export-facts.ts';
import { readInstant } from '../text/read-instant.ts';
import { CustomReply } from './custom-reply.ts';
import { type RouteContext, type RouteDeps, sightOf } from './route-deps.ts';

export function exportRoute(deps: RouteDeps, { params, query }: Input<'exportFacts'>, context: RouteContext) {
  const { since, until } = query;
  const instant = (text: string | undefined, absent: number) => (text === undefined ? absent : readInstant(text)!);
  const facts = { since_ms: instant(since, 0), until_ms: instant(until, Number.MAX_SAFE_INTEGER), ...sightOf(context) };
  const lines = context.isHead ? noLines() : exportFacts(deps, { kind: params.what, ...facts });
  return new CustomReply<AsyncIterable<string>>(lines, {
    'content-disposition': `attachment; filename="${params.what}.jsonl"`,
    'cache-control': 'no-store',
  });
}

/** The body of a HEAD request would be read to its end, and dropped. */
async function* noLines(): AsyncGenerator<string> {}

export const listSettings = ({ settings }: { settings: readonly EffectiveSetting[] }) => ({
  items: settings.map(({ default_text = null, ...setting }) => ({ ...setting, default_text })),
});
