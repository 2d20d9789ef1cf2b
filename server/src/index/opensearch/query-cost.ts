// What a query costs OpenSearch before it reads a document. It builds the automata of all patterns, which no deadline stops,
// and only then refuses a query with too many clauses.
import { AppError } from '../../app-error.ts';

/** OpenSearch accepts 1,024 (`indices.query.bool.max_clause_count`). */
const MAX_CLAUSES = 1000;
/** About 1 s on one core. */
const MAX_PATTERN_CHARACTERS = 40_000;

/** The parts of a compound query that contain queries. */
const PARTS = ['must', 'filter', 'should', 'must_not', 'queries'] as const;
type Compound = Partial<Record<(typeof PARTS)[number], object | object[]>>;

interface Cost {
  clauses: number;
  pattern_characters: number;
}

/** Throws `search_too_costly`. */
export function refuseCostly(query: object): void {
  const cost: Cost = { clauses: 0, pattern_characters: 0 };
  addCost(query, cost);
  if (cost.clauses <= MAX_CLAUSES && cost.pattern_characters <= MAX_PATTERN_CHARACTERS) return;
  throw new AppError('search_too_costly', { cause: new Error(`OpenSearch would refuse ${JSON.stringify(cost)}`) });
}

function addCost(query: object, cost: Cost): void {
  for (const [kind, body] of Object.entries(query)) {
    if (kind === 'bool' || kind === 'dis_max' || kind === 'constant_score') {
      for (const part of PARTS) for (const inner of [(body as Compound)[part] ?? []].flat()) addCost(inner, cost);
      continue;
    }
    cost.clauses++;
    if (kind !== 'regexp') continue;
    for (const { value } of Object.values(body as Record<string, { value: string }>))
      cost.pattern_characters += value.length;
  }
}
