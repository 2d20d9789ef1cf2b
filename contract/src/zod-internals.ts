// The only file that reads zod's internals (`_zod`). Everything else sees schemas through these functions.
import type { z } from 'zod';

export type Schema = z.core.$ZodType;

const defOf = (schema: Schema) => schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>;

/** The value of `.default()`, in an object because it may be undefined. */
export function defaultOf(schema: Schema): { value: unknown } | undefined {
  const def = defOf(schema);
  return def.type === 'default' ? { value: def.defaultValue } : undefined;
}

/** The property that selects the option of a discriminated union, and each of its values with the selected option. */
export function discriminatorOf(schema: Schema): { property: string; options: [unknown, Schema][] } | undefined {
  const def = defOf(schema);
  if (typeof def.discriminator !== 'string') return undefined;
  const property = def.discriminator;
  const options = (def.options as Schema[]).flatMap((option) =>
    [...(option._zod.propValues?.[property] ?? [])].map((value): [unknown, Schema] => [value, option]),
  );
  return { property, options };
}

/** The schema inside optional, nullable, default and preprocess wrappers. */
export function unwrap(schema: Schema): Schema {
  const def = defOf(schema);
  const inner = def.type === 'pipe' ? def.out : def.innerType;
  return inner ? unwrap(inner as Schema) : schema;
}

export const isUnion = (schema: Schema): boolean => defOf(unwrap(schema)).type === 'union';

/** Property names in declaration order. The options of a union declare the same properties in the same order. */
export const propertiesOf = (schema: Schema): string[] => Object.keys(shapeOf(schema));

/** The schema of an array's items or of an object's property. */
export function childOf(schema: Schema, key: string | number): Schema | undefined {
  const def = defOf(unwrap(schema));
  if (def.type === 'array') return def.element as Schema;
  const shape = shapeOf(schema);
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}

function shapeOf(schema: Schema): Record<string, Schema> {
  const def = defOf(unwrap(schema));
  if (def.type === 'union') return shapeOf((def.options as Schema[])[0]!);
  return def.type === 'object' ? (def.shape as Record<string, Schema>) : {};
}
