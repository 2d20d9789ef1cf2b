// Endpoints of administration. Except for exports, they require a key with the scope `admin`.
import { z } from 'zod';
import { Erasure, ErasureInput, ExportQuery, exportParams, SettingList } from './administration.ts';
import { ApiKeyInput, ApiKeyList, ApiKeyListQuery, CreatedApiKey } from './api-key.ts';
import { AuditList, AuditQuery } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { pathId } from './shared.ts';

const common = { tag: 'Administration', group: 'operate', scope: 'admin' } as const;

export const administrationEndpoints = {
  listKeys: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/keys',
    summary: 'List keys, newest first',
    description:
      'Lists stored keys without their secrets, revoked and expired ones included. Keys of the setting `API_KEYS` are not stored.',
    query: ApiKeyListQuery,
    success: { status: 200, description: 'A page of keys', body: ApiKeyList },
    errors: ['cursor_not_found'],
  }),
  createKey: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/keys',
    summary: 'Create a key',
    description:
      'Creates a key and shows it once. It is accepted within a second. A key never grants a scope that it lacks: that is a 403, which names the scope.',
    writes: true,
    body: ApiKeyInput,
    success: { status: 201, description: 'The key', body: CreatedApiKey },
  }),
  revokeKey: endpoint({
    ...common,
    method: 'DELETE',
    path: '/v1/keys/{id}',
    summary: 'Revoke a key',
    description:
      'Revokes a key, also the one of the request. It is refused within a second, for ever. The time of the first revocation is kept.',
    writes: true,
    params: z.object({ id: pathId().meta({ description: 'Key id, from the list of keys.' }) }),
    success: { status: 204, description: 'The key is revoked' },
    errors: ['key_not_found'],
  }),
  listAudit: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/audit',
    summary: 'List what operators changed, newest first',
    description:
      'Lists the audit log: one entry per successful change by an operator, and per export. Products and reports of sales, which programs send in volume, are not in it. Entries are kept for a limited time (`RETAIN_AUDIT_DAYS`, 365 days).',
    query: AuditQuery,
    success: { status: 200, description: 'A page of the audit log', body: AuditList },
    errors: ['cursor_not_found'],
  }),
  erasePerson: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/erase',
    summary: 'Erase a person',
    description:
      'Deletes the email of a person and masks every mention of it. Offers, clicks, signups, conversions and rewards stay as counts. It reads all stored texts, so it may take minutes; it goes on if the client disconnects.',
    idempotent: true,
    writes: true,
    body: ErasureInput,
    success: { status: 200, description: 'What was erased', body: Erasure },
  }),
  exportFacts: endpoint({
    ...common,
    scope: 'operate',
    method: 'GET',
    path: '/v1/exports/{what}',
    summary: 'Export facts',
    description:
      'Downloads facts in the order in which they were stored, as JSON Lines. Emails are masked, also within ids and links, unless the key has the scope `pii`. An export that ends early was cut off: the connection is closed without the end of the body.',
    audited: true,
    params: exportParams,
    query: ExportQuery,
    success: {
      status: 200,
      description: 'One JSON object per line',
      contentType: 'application/x-ndjson; charset=utf-8',
      headers: { 'Content-Disposition': 'A file name for the download.' },
    },
  }),
  listSettings: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/settings',
    summary: 'List the settings in effect',
    description:
      'Lists every setting of the instance that answers, as it was read at the start, and where it comes from. Secrets are masked.',
    success: { status: 200, description: 'Every setting', body: SettingList },
  }),
} as const;
