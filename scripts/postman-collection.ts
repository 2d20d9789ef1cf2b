// A Postman collection of every operation with its example, which Bruno, Insomnia and Hoppscotch import too.
import type { OpenapiDocument, Operation, Parameter } from './client-files.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export function postmanCollection({ tags, paths }: OpenapiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const collection = {
    info: { name: 'Finderfee', schema: SCHEMA, description: 'Set the variables `url` and `key`.' },
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8080' },
      { key: 'key', value: '' },
    ],
    auth: {
      type: 'apikey',
      apikey: Object.entries({ key: 'x-api-key', value: '{{key}}', in: 'header' }).map(([key, value]) => ({
        ...{ key, value, type: 'string' },
      })),
    },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => ({
          name: operation.summary,
          request: requestOf(path, method, operation),
          // The reader sees the redirect, not the shop.
          ...(operation.responses[302] ? { protocolProfileBehavior: { followRedirects: false } } : {}),
        })),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestOf(path: string, method: string, { description, parameters, requestBody }: Operation): object {
  const json = requestBody?.content?.['application/json'];
  const fields = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = fields('query').map((parameter) => ({
    ...fieldOf(parameter),
    disabled: parameter.example === undefined,
  }));
  const steps = path.slice(1).replace(/\{(\w+)\}/g, ':$1');
  const search = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    method: method.toUpperCase(),
    description,
    header: json ? [{ key: 'content-type', value: 'application/json' }] : [],
    url: {
      raw: `{{url}}/${steps}${search.length > 0 ? `?${search.join('&')}` : ''}`,
      host: ['{{url}}'],
      path: steps.split('/'),
      query,
      variable: fields('path').map(fieldOf),
    },
    ...(json?.example
      ? {
          body: {
            ...{ mode: 'raw', raw: JSON.stringify(json.example, null, 2) },
            options: { raw: { language: 'json' } },
          },
        }
      : {}),
  };
}

const fieldOf = ({ name, example, description = '' }: Parameter) => ({
  ...{ key: name, value: String(example ?? ''), description },
});
