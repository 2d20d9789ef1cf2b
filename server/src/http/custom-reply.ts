/** A reply with headers or a status of its own, returned by a route instead of a plain body. */
export class CustomReply<T = unknown> {
  readonly body: T;
  readonly headers: Record<string, string>;
  /** Overrides the success status of the endpoint. */
  readonly status: number | undefined;

  constructor(body: T, headers: Record<string, string>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
