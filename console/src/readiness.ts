// Whether the service can answer, for pages that show it.
import { type CallOptions, UnavailableError } from '@finderfee/client';
import { api } from './api.ts';

export interface State {
  tone: 'good' | 'warn' | 'bad';
  text: string;
}

/** A service that is not ready says so with an error. */
export async function readiness(options: CallOptions): Promise<State> {
  try {
    const { degraded } = await api.service.ready({ ...options, maxRetries: 0 });
    if (degraded.length === 0) return { tone: 'good', text: 'ready' };
    return { tone: 'warn', text: `degraded: ${degraded.join(', ')}` };
  } catch (error) {
    if (error instanceof UnavailableError) return { tone: 'bad', text: error.message };
    throw error;
  }
}
