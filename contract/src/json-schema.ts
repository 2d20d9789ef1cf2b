// Converts zod schemas to the JSON Schemas of the OpenAPI document.
import { z } from 'zod';
import { defaultOf, discriminatorOf, type Schema } from './zod-internals.ts';

export type Json = Record<string, unknown>;

export const REF = '#/components/schemas/';

interface Conversion {
  zodSchema: Schema;
  jsonSchema: Json;
}

const options = {
  io: 'input',
  override: (conversion: Conversion) => {
    documentAs(conversion);
    stateDefault(conversion);
    addDiscriminator(conversion);
    const { jsonSchema } = conversion;
    // Redundant: implied by the format or the type.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const;

/** A lenient schema may name a stricter one (`documentedAs`) for the reference. */
function documentAs({ zodSchema, jsonSchema }: Conversion): void {
  const { documentedAs } = z.globalRegistry.get(zodSchema) ?? {};
  if (!documentedAs) return;
  const { description } = jsonSchema;
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
  Object.assign(jsonSchema, schemaOf(documentedAs as z.ZodType), description ? { description } : {});
}

/** Generated clients send declared defaults even where a field must be absent, so the description states them instead. */
function stateDefault({ zodSchema, jsonSchema }: Conversion): void {
  const declared = defaultOf(zodSchema);
  if (!declared) return;
  delete jsonSchema.default;
  jsonSchema.description = `${jsonSchema.description ?? ''} Default: \`${JSON.stringify(declared.value)}\`.`.trim();
}

function addDiscriminator({ zodSchema, jsonSchema }: Conversion): void {
  const discriminator = discriminatorOf(zodSchema);
  if (!discriminator) return;
  const mapping = Object.fromEntries(discriminator.options.map(([value, option]) => [value, REF + idOf(option)]));
  jsonSchema.discriminator = { propertyName: discriminator.property, mapping };
}

const idOf = (schema: Schema) => z.globalRegistry.get(schema)?.id;

export function components(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...options, uri: (id) => REF + id });
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

/** A reference if the schema is named, otherwise the schema inline. */
export function schemaOf(schema: z.ZodType): Json {
  const id = idOf(schema);
  if (id) return { $ref: REF + id };
  const { $schema: _, $defs: __, ...inline } = z.toJSONSchema(schema, options) as Json;
  return JSON.parse(JSON.stringify(inline).replaceAll('#/$defs/', REF)) as Json;
}
