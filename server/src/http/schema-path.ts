// Maps zod paths to `loc`, and orders faults by declaration.
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
      const kind = (tagAt([...path.slice(0, depth), 'field']) ?? 'any') as string;
      if ((CRITERION_FIELDS as readonly string[]).includes(kind)) loc.push(kind);
    }
    current = def && childOf(def, key);
    loc.push(typeof key === 'string' ? maskCardsAndKeys(key) : key);
  }
  return loc;
}

/** Larger than the position of any declared property. */
const AFTER_DECLARED = 1e6;

/**
 * Gives each path a sort key for `compareKeys`: declared properties in their order, then unknown ones in the order sent.
 * A body can have a hundred thousand faults, so the properties of an object are listed only once.
 */
export function declaredOrder(schema: z.ZodType | undefined, value: unknown): (path: Key[]) => number[] {
  const sent = new Map<object, Map<string, number>>();
  const positionOf = (def: Def | undefined, held: unknown, key: Key): number => {
    if (typeof key === 'number') return key;
    const declared = Object.keys(shapeOf(def)).indexOf(key);
    if (declared >= 0) return declared;
    if (typeof held !== 'object' || held === null) return AFTER_DECLARED;
    if (!sent.has(held)) sent.set(held, new Map(Object.keys(held).map((name, i) => [name, i])));
    return AFTER_DECLARED + (sent.get(held)!.get(key) ?? -1);
  };
  return (path) => {
    let current: z.core.$ZodType | undefined = schema;
    let held = value;
    return path.map((key) => {
      const def: Def | undefined = current && unwrap(current);
      const position = positionOf(def, held, key);
      current = def && childOf(def, key);
      held = (held as Record<Key, unknown> | null | undefined)?.[key];
      return position;
    });
  };
}

export function compareKeys(a: number[], b: number[]): number {
  const depth = a.findIndex((position, i) => position !== b[i]);
  return depth < 0 || depth >= b.length ? a.length - b.length : a[depth]! - b[depth]!;
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
  if (def.type === 'array') return def.element as z.core.$ZodType;
  const shape = shapeOf(def);
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}
