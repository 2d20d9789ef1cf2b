// JSON Schemas of the nouns, as the OpenAPI document shows them.
import { z } from 'zod';

export type Json = Record<string, unknown>;

export const REF = '#/components/schemas/';

interface Conversion {
  zodSchema: z.core.$ZodType;
  jsonSchema: Json;
}

const options = {
  io: 'input',
  override: (conversion: Conversion) => {
    documentAs(conversion);
    stateDefault(conversion);
    addDiscriminator(conversion);
    const { jsonSchema } = conversion;
    // What the format or the type says alone.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const;

/** A schema that validates more loosely than callers should write names the one they should. */
function documentAs({ zodSchema, jsonSchema }: Conversion): void {
  const { documentedAs } = z.globalRegistry.get(zodSchema) ?? {};
  if (!documentedAs) return;
  const { description } = jsonSchema;
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
  Object.assign(jsonSchema, schemaOf(documentedAs as z.ZodType), description ? { description } : {});
}

/** Generated clients send declared defaults, also where a field must be absent: they are stated in words instead. */
function stateDefault({ zodSchema, jsonSchema }: Conversion): void {
  const { def } = (zodSchema as z.ZodType)._zod as unknown as { def: { type: string; defaultValue?: unknown } };
  if (def.type !== 'default') return;
  delete jsonSchema.default;
  jsonSchema.description = `${jsonSchema.description ?? ''} Default: \`${JSON.stringify(def.defaultValue)}\`.`.trim();
}

function addDiscriminator({ zodSchema, jsonSchema }: Conversion): void {
  if (!(zodSchema instanceof z.ZodDiscriminatedUnion)) return;
  const { discriminator, options: kinds } = zodSchema._zod.def;
  const mapping = kinds.flatMap((kind) =>
    [...(kind._zod.propValues?.[discriminator] ?? [])].map((value) => [value, REF + idOf(kind as z.ZodType)]),
  );
  jsonSchema.discriminator = { propertyName: discriminator, mapping: Object.fromEntries(mapping) };
}

const idOf = (schema: z.ZodType) => z.globalRegistry.get(schema)?.id;

export function components(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...options, uri: (id) => REF + id });
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

/** The schema for a place of use: a reference where the noun has a name. */
export function schemaOf(schema: z.ZodType): Json {
  const id = idOf(schema);
  if (id) return { $ref: REF + id };
  const { $schema: _, $defs: __, ...inline } = z.toJSONSchema(schema, options) as Json;
  return JSON.parse(JSON.stringify(inline).replaceAll('#/$defs/', REF)) as Json;
}
