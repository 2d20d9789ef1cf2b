/** What a route gives back when it says more than a body. */
export class Answer {
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(body: unknown, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}
