// Endpoints of accounts with affiliate networks. A postback URL lets its owner report sales, so it needs the same scope.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Network, NetworkInput, NetworkList, NetworkListQuery, networkName } from './network.ts';

const common = { tag: 'Conversions', group: 'conversions', scope: 'conversions' } as const;
const params = z.object({ name: networkName() });
const BODY_LIMIT_BYTES = 64 * 1024;

export const networkEndpoints = {
  listNetworks: endpoint({
    tag: 'Conversions',
    group: 'operate',
    scope: 'operate',
    method: 'GET',
    path: '/v1/networks',
    summary: 'List accounts with networks, ordered by name',
    description: 'Lists accounts with affiliate networks, without their secrets.',
    query: NetworkListQuery,
    success: { status: 200, description: 'A page of accounts', body: NetworkList },
    errors: ['cursor_not_found'],
  }),
  createNetwork: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/networks',
    summary: 'Add an account with a network',
    description:
      'Adds an account and returns the postback URL to paste at the network. An account that only reports have added, or that was removed, is completed.',
    writes: true,
    body: NetworkInput,
    body_limit_bytes: BODY_LIMIT_BYTES,
    success: { status: 201, description: 'The account, with its postback URL', body: Network },
    errors: ['network_exists', 'networks_full'],
  }),
  getNetwork: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/networks/{name}',
    summary: 'Get an account with a network',
    description: 'Returns an account with its postback URL.',
    params,
    success: { status: 200, description: 'The account', body: Network },
    errors: ['network_not_found'],
  }),
  rotateNetwork: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/networks/{name}/rotate',
    summary: 'Replace the postback URL of an account',
    description: 'Creates a new postback URL. The old one is refused at once.',
    writes: true,
    params,
    success: { status: 200, description: 'The account, with its new postback URL', body: Network },
    errors: ['network_not_found'],
  }),
  deleteNetwork: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/networks/{name}',
    summary: 'Remove an account with a network',
    description:
      'Refuses further postbacks. An account with conversions stays in the list without a postback URL; any other is removed with the postbacks that are kept of it.',
    idempotent: false,
    writes: true,
    params,
    success: { status: 204, description: 'Postbacks of the account are refused' },
    errors: ['network_not_found'],
  }),
} as const;
