// The generated sources of the client: types and a table of operations, from the OpenAPI document.
import { compile, type JSONSchema } from 'json-schema-to-typescript';

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  example?: unknown;
  schema: JSONSchema;
}

interface Content {
  content?: Record<string, { schema: JSONSchema; example?: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  'x-idempotent': boolean;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface OpenapiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JSONSchema> };
}

const BANNER = '// Generated from openapi.json by `npm run openapi`.';

/** Path and content of each generated file. */
export async function clientFiles(document: OpenapiDocument): Promise<Record<string, string>> {
  const schemas: Record<string, JSONSchema> = { ...document.components.schemas };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => tableEntry(schemas, path, method, operation)),
  );
  const types = await compile(prepared({ definitions: schemas, additionalProperties: false }), 'Schemas', {
    additionalProperties: false,
    // Lists with limits would become tuples.
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    bannerComment: `${BANNER} The types of requests and replies.`,
    style: { printWidth: 120, singleQuote: true },
  });
  const isUsed = (name: string) => operations.some((entry) => new RegExp(`\\b${name}\\b`).test(entry));
  const names = Object.keys(schemas).filter(isUsed).sort();
  return {
    'client/src/generated/schemas.ts': withShortComments(types),
    'client/src/generated/operations.ts': [
      `${BANNER} One constant per operation, so that bundlers drop the unused ones.`,
      "import type { Operation } from '../operation.ts';",
      `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';`,
      '',
      ...operations,
    ].join('\n'),
    'client/src/generated/criterion-kinds.ts': criterionKinds(document.components.schemas),
  };
}

/** What a form for criteria needs to know: the fields of each kind, their operators, and the schema of the value. */
function criterionKinds(schemas: Record<string, JSONSchema>): string {
  const kinds = Object.values<JSONSchema>(schemas.Criterion!.oneOf!).map(({ $ref }) => {
    const name = $ref!.split('/').at(-1)!;
    const { description, properties } = schemas[name]!;
    const { field, operator, value } = properties!;
    const entry = { description, fields: field!.enum ?? [field!.const], operators: operator!.enum, value };
    return `  ${name}: ${JSON.stringify(entry)},\n`;
  });
  return [
    `${BANNER} The kinds of criteria.`,
    'export const CRITERION_KINDS = {',
    `${kinds.join('')}} as const;`,
    '',
  ].join('\n');
}

/** One line of the table. Types without a name in the document are added to the schemas. */
function tableEntry(schemas: Record<string, JSONSchema>, path: string, method: string, operation: Operation): string {
  const { operationId: name, summary, parameters, requestBody, responses } = operation;
  const typeName = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const add = (suffix: string, schema: JSONSchema) => {
    schemas[typeName + suffix] = schema;
    return typeName + suffix;
  };
  const typeOf = (suffix: string, { content }: Content): string => {
    const schema = content?.['application/json']?.schema;
    if (content?.['*/*']) return 'Blob | Uint8Array<ArrayBuffer> | string';
    if (!schema) return content ? 'string' : 'void';
    return schema.$ref?.split('/').at(-1) ?? add(suffix, schema);
  };
  const fieldsIn = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const success = Object.keys(responses).find((status) => status < '400')!;
  const params = fieldsIn('path');
  const query = fieldsIn('query');
  const body = requestBody ? typeOf('Body', requestBody) : '';
  const isFile = requestBody?.content?.['*/*'] !== undefined;
  const isOptional = query.every(({ required }) => !required);
  const input = [
    ...(params.length > 0 ? [`params: { ${params.map(typedParameter).join('; ')} }`] : []),
    ...(query.length > 0 ? [`query${isOptional ? '?' : ''}: ${add('Query', fieldsSchema(query, summary))}`] : []),
    ...(body ? [`${isFile ? 'file?' : 'body'}: ${body}`] : []),
  ];
  const type = `Operation<{ ${input.join('; ')} }, ${typeOf('Reply', responses[success]!)}>`.replace('{  }', 'object');
  const fields = `method: '${method.toUpperCase()}', path: '${path}', idempotent: ${operation['x-idempotent']}`;
  return `export const ${name}: ${type} = { ${fields} };`;
}

const typedParameter = ({ name, schema }: Parameter) => `${name}: ${schema.type === 'integer' ? 'number' : 'string'}`;

const fieldsSchema = (parameters: Parameter[], summary: string): JSONSchema => ({
  type: 'object',
  description: `Query of: ${summary}.`,
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** The compiler knows local references only, and takes a schema without keywords for an object. */
function prepared(schema: JSONSchema): JSONSchema {
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/');
  return JSON.parse(text, (_, value) => (isAnything(value) ? { ...value, tsType: 'unknown' } : value));
}

const isAnything = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as JSONSchema).description === 'string' &&
  Object.keys(value).every((keyword) => ['description', 'readOnly'].includes(keyword));

/** Leaves out what the compiler says about itself, and the type of the root, which has none. */
const withShortComments = (types: string): string =>
  types
    .replace(/ \*\n \* This interface was referenced by [^\n]*\n[^\n]*\n/g, '')
    .replace(/\/\*\*\n \* This interface was referenced by [^\n]*\n[^\n]*\n \*\/\n/g, '')
    .replace(/\/\*\*\n *\* ([^\n]*)\n *\*\//g, '/** $1 */')
    .replace('export interface Schemas {}\n', '');
