// The profile at /.well-known/ucp, by which agents find the catalogue.
import { UCP_VERSION } from './envelope.ts';

const SPECIFICATION = `https://ucp.dev/${UCP_VERSION}`;

const service = (transport: 'rest' | 'mcp', endpoint: string, schema: string) => ({
  version: UCP_VERSION,
  spec: `${SPECIFICATION}/specification/overview`,
  transport,
  schema: `${SPECIFICATION}/services/shopping/${schema}`,
  endpoint,
});

const capability = (name: 'search' | 'lookup') => [
  {
    version: UCP_VERSION,
    spec: `${SPECIFICATION}/specification/shopping/catalog/${name}`,
    schema: `${SPECIFICATION}/schemas/shopping/catalog_${name}.json`,
  },
];

export const ucpProfile = (baseUrl: string) => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      'dev.ucp.shopping': [
        service('rest', `${baseUrl}/ucp`, 'rest.openapi.json'),
        service('mcp', `${baseUrl}/ucp/mcp`, 'mcp.openrpc.json'),
      ],
    },
    capabilities: {
      'dev.ucp.shopping.catalog.search': capability('search'),
      'dev.ucp.shopping.catalog.lookup': capability('lookup'),
    },
    payment_handlers: {},
  },
});
