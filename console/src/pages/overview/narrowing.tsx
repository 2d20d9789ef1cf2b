// The program or merchant that the overview is narrowed to: `?program=gold` or `?merchant=7`.
import { api } from '../../api.ts';
import { place, setQuery } from '../../router.ts';
import { hasScope } from '../../session.ts';
import type { Days } from '../../ui/days.ts';
import { useResource } from '../../use-resource.ts';
import { type Narrowing, type Row, useFunnel } from './funnel-data.ts';

export function narrowing(): Narrowing {
  const { query } = place.value;
  const [program, merchant] = [query.get('program'), query.get('merchant')];
  if (program) return { program };
  return merchant ? { merchant } : {};
}

export const isNarrowed = (): boolean => Object.keys(narrowing()).length > 0;

/** For links: each of them replaces the other. */
export const narrowedTo = (to: Narrowing) => ({ program: null, merchant: null, by: null, cursor: null, ...to });

/** Names are looked up for as many merchants, largest first; as many are offered. */
const MAX_NAMED = 500;
const ONCE = { refreshMs: 0 };

export function useMerchantNames(isWanted: boolean) {
  const load = async (options: Parameters<typeof api.merchants.list>[1]) => {
    const names = new Map<string, string>();
    if (!isWanted || !hasScope('discovery')) return names;
    for await (const { id, name } of api.merchants.list({ per_page: 100 }, options)) {
      names.set(id, name);
      if (names.size >= MAX_NAMED) break;
    }
    return names;
  };
  const { data } = useResource(load, [isWanted]);
  return (id: string) => data?.get(id) ?? `Merchant ${id}`;
}

function keysOf(rows: readonly Row[] = [], chosen: string | undefined): string[] {
  const found = rows.toSorted((a, b) => (b.clicks ?? 0) - (a.clicks ?? 0)).flatMap(({ key }) => key ?? []);
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...found.slice(0, MAX_NAMED)])];
}

/** Offers those with the most clicks in the period. */
export function NarrowingFilter({ days }: { days: Days }) {
  const chosen = narrowing();
  const programs = keysOf(useFunnel(days, 'program', {}, ONCE).data?.rows, chosen.program);
  const merchants = keysOf(useFunnel(days, 'merchant', {}, ONCE).data?.rows, chosen.merchant);
  const nameOf = useMerchantNames(true);
  const options = {
    Programs: programs.map((program) => ({ to: { program }, name: program })),
    Merchants: merchants
      .map((merchant) => ({ to: { merchant }, name: nameOf(merchant) }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
  return (
    <label class="field">
      <span class="visually-hidden">Program or merchant</span>
      <select
        class="narrowing"
        value={JSON.stringify(chosen)}
        onChange={({ currentTarget }) => setQuery(narrowedTo(JSON.parse(currentTarget.value) as Narrowing))}
      >
        <option value="{}">All programs and merchants</option>
        {Object.entries(options).map(([group, members]) => (
          <optgroup key={group} label={group}>
            {members.map(({ to, name }) => (
              <option key={JSON.stringify(to)} value={JSON.stringify(to)}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
