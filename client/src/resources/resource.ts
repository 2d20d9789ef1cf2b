// Base of the resources: a group of calls that share a transport.
import type { Transport } from '../transport.ts';

export class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
