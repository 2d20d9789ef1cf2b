// Finds its way through a schema: where a fault is in the reference's words, and which of two faults comes first.
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import type { z } from 'zod';
import { maskCardsAndKeys } from '../text/mask.ts';

export type Place = 'path' | 'query' | 'header' | 'body';
export type Key = string | number;

/** A zod path as the reference's loc: in a criterion the kind is between the criterion and its field, if it is known. */
export function locate(
  place: Place,
  schema: z.ZodType | undefined,
  path: Key[],
  tagAt: (path: Key[]) => unknown,
): Key[] {
  const loc: Key[] = [place];
  let current: z.core.$ZodType | undefined = schema;
  for (const [depth, key] of path.entries()) {
    const def: Def | undefined = current && unwrap(current);
    if (def?.type === 'union') {
      const kind = String(tagAt([...path.slice(0, depth), 'field']) ?? 'any');
      if ((CRITERION_FIELDS as readonly string[]).includes(kind)) loc.push(kind);
    }
    current = def && childOf(def, key);
    loc.push(typeof key === 'string' ? maskCardsAndKeys(key) : key);
  }
  return loc;
}

/** Compares paths by the order of declaration; unknown properties follow in the order sent. */
export function inDeclaredOrder(schema: z.ZodType | undefined, value: unknown) {
  return (a: Key[], b: Key[]): number => {
    let current: z.core.$ZodType | undefined = schema;
    let held = value;
    for (let depth = 0; depth < Math.max(a.length, b.length); depth++) {
      const [keyA, keyB] = [a[depth], b[depth]];
      if (keyA === undefined || keyB === undefined) return a.length - b.length;
      const def: Def | undefined = current && unwrap(current);
      if (keyA !== keyB) return positionOf(def, held, keyA) - positionOf(def, held, keyB);
      current = def && childOf(def, keyA);
      held = (held as Record<Key, unknown> | null | undefined)?.[keyA];
    }
    return 0;
  };
}

function positionOf(def: Def | undefined, held: unknown, key: Key): number {
  if (typeof key === 'number') return key;
  const declared = Object.keys(shapeOf(def)).indexOf(key);
  if (declared >= 0) return declared;
  return Number.MAX_SAFE_INTEGER / 2 + Object.keys(Object(held)).indexOf(key);
}

type Def = z.core.$ZodTypeDef & Record<string, unknown>;
type Shape = Record<string, z.core.$ZodType>;

function unwrap(schema: z.core.$ZodType): Def {
  const def = schema._zod.def as Def;
  if (def.type === 'pipe') return unwrap(def.out as z.core.$ZodType);
  return 'innerType' in def ? unwrap(def.innerType as z.core.$ZodType) : def;
}

/** The kinds of a union declare the same fields in the same order. */
function shapeOf(def: Def | undefined): Shape {
  if (def?.type === 'union') return shapeOf(unwrap((def.options as z.core.$ZodType[])[0]!));
  return def?.type === 'object' ? (def.shape as Shape) : {};
}

function childOf(def: Def, key: Key): z.core.$ZodType | undefined {
  return def.type === 'array' ? (def.element as z.core.$ZodType) : shapeOf(def)[key];
}
