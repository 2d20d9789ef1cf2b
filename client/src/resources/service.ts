// The state of the service itself.
import { livez, metrics, readyz, version } from '../generated/operations.ts';
import type { Liveness, Readiness, Version } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Service extends Resource {
  /** Resolves while the process runs. */
  live(options?: CallOptions): Promise<Liveness> {
    return this.transport.call(livez, {}, options);
  }

  /** Resolves when the service answers searches, and fails with an UnavailableError before. */
  ready(options?: CallOptions): Promise<Readiness> {
    return this.transport.call(readyz, {}, options);
  }

  version(options?: CallOptions): Promise<Version> {
    return this.transport.call(version, {}, options);
  }

  /** Metrics in the Prometheus text format. */
  metrics(options?: CallOptions): Promise<string> {
    return this.transport.call(metrics, {}, options);
  }
}
