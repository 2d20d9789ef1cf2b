// The envelope of the Universal Commerce Protocol around every answer.

export const UCP_VERSION = '2026-08-25';

export type Capability = 'dev.ucp.shopping.catalog.search' | 'dev.ucp.shopping.catalog.lookup';

export type Message =
  | { type: 'info'; code: string; content: string }
  | { type: 'error'; code: string; content: string; severity: 'recoverable' | 'unrecoverable' };

export interface UcpAnswer {
  ucp: {
    version: string;
    status: 'success' | 'error';
    capabilities: Partial<Record<Capability, { version: string }[]>>;
  };
  messages?: Message[];
  [content: string]: unknown;
}

export function success(capability: Capability, content: Record<string, unknown>, messages: Message[] = []): UcpAnswer {
  return { ucp: envelope(capability, 'success'), ...content, ...(messages.length > 0 ? { messages } : {}) };
}

interface Fault {
  code: string;
  content: string;
  severity: 'recoverable' | 'unrecoverable';
}

export const failure = (capability: Capability, fault: Fault): UcpAnswer => ({
  ucp: envelope(capability, 'error'),
  messages: [{ type: 'error', ...fault }],
});

const envelope = (capability: Capability, status: 'success' | 'error') => ({
  version: UCP_VERSION,
  status,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
});
