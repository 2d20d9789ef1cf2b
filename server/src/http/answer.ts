/** What a route gives back when it says more than a body. */
export class Answer {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** Overrides the endpoint's usual status. */
  readonly status: number | undefined;

  constructor(body: unknown, headers: Record<string, string>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}
