// The examples of the administration endpoints.
const key = {
  id: 'key_9f2c41d07be3',
  name: 'Rewards back end',
  scopes: ['conversions', 'operate'],
  state: 'active',
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-03-04T06:00:00.000Z',
};

export const administrationExamples = {
  listKeys: { query: { state: 'active' }, reply: { items: [key], next_cursor: null } },
  createKey: {
    body: { name: key.name, scopes: key.scopes },
    reply: { ...key, last_used_at: null, key: 'ff_4vJ9l0fPz2mNQw6yXc8Rr1tKbSdUeHgA3oViTjL7WqE' },
  },
  revokeKey: { params: { id: key.id } },
  listAudit: {
    query: { action: 'createKey' },
    reply: {
      items: [
        {
          ...{ id: 8, at: key.created_at, key_id: 'key_5b1e6a90c2d4', key_name: 'Ann at the console' },
          ...{ action: 'createKey', subject: key.id, request_id: '0198c0de-0000-7000-8000-000000000001' },
        },
      ],
      next_cursor: null,
    },
  },
  erasePerson: { body: { email: 'zed@example.com' }, reply: { is_known: true, is_overwritten: true } },
  exportFacts: { params: { what: 'clicks' }, query: { since: '2026-03-01T00:00:00Z' } },
  listSettings: {
    reply: {
      items: [
        { name: 'PORT', value: '8080', default_text: null, source: 'default' },
        { name: 'API_KEYS', value: '********', default_text: null, source: 'environment' },
      ],
    },
  },
};
