// An operation of the contract, and the path and query of a request to it.

/** One entry of the generated table. `input` and `reply` exist in the types only. */
export interface Operation<Input, Reply> {
  readonly method: string;
  readonly path: string;
  /** Whether sending the request again has the effect of sending it once. */
  readonly idempotent: boolean;
  readonly input?: Input;
  readonly reply?: Reply;
}

export interface OperationInput {
  params?: Record<string, string | number>;
  query?: object;
  body?: unknown;
  /** Sent as it is, instead of a body. */
  file?: Blob | Uint8Array<ArrayBuffer> | string;
}

/** Path and query string of a request. Fields of the query that are undefined or null are left out. */
export function targetOf({ path }: Operation<unknown, unknown>, { params = {}, query = {} }: OperationInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const fields = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}
