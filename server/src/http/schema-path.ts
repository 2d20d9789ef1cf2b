// Maps zod paths to the `loc` of a 422, and sorts faults in declaration order.
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import { childOf, isUnion, propertiesOf, type Schema } from '@finderfee/contract/zod-internals.ts';
import { maskCardsAndKeys } from '../text/mask.ts';

export type Location = 'path' | 'query' | 'header' | 'body';
export type Key = string | number;

/** A zod path as Pydantic writes it: inside a criterion the discriminator value, if known, precedes the property. */
export function locate(
  location: Location,
  schema: Schema | undefined,
  path: Key[],
  tagAt: (path: Key[]) => unknown,
): Key[] {
  const loc: Key[] = [location];
  let current = schema;
  for (const [depth, key] of path.entries()) {
    if (current && isUnion(current)) {
      const tag = (tagAt([...path.slice(0, depth), 'field']) ?? 'any') as string;
      if ((CRITERION_FIELDS as readonly string[]).includes(tag)) loc.push(tag);
    }
    current = current && childOf(current, key);
    loc.push(typeof key === 'string' ? maskCardsAndKeys(key) : key);
  }
  return loc;
}

/** Greater than the position of any declared property. */
const AFTER_DECLARED = 1e6;

/**
 * Returns the sort key of a path for `compareKeys`: declared properties in their order, then unknown ones as sent.
 * A body can have a hundred thousand faults, so the properties of each object are listed only once.
 */
export function declaredOrder(schema: Schema | undefined, value: unknown): (path: Key[]) => number[] {
  const sentOrder = new Map<object, Map<string, number>>();
  const positionOf = (current: Schema | undefined, node: unknown, key: Key): number => {
    if (typeof key === 'number') return key;
    const declared = current ? propertiesOf(current).indexOf(key) : -1;
    if (declared >= 0) return declared;
    if (typeof node !== 'object' || node === null) return AFTER_DECLARED;
    if (!sentOrder.has(node)) sentOrder.set(node, new Map(Object.keys(node).map((name, i) => [name, i])));
    return AFTER_DECLARED + (sentOrder.get(node)!.get(key) ?? -1);
  };
  return (path) => {
    let current = schema;
    let node = value;
    return path.map((key) => {
      const position = positionOf(current, node, key);
      current = current && childOf(current, key);
      node = (node as Record<Key, unknown> | null | undefined)?.[key];
      return position;
    });
  };
}

export function compareKeys(a: number[], b: number[]): number {
  const depth = a.findIndex((position, i) => position !== b[i]);
  return depth < 0 || depth >= b.length ? a.length - b.length : a[depth]! - b[depth]!;
}
