export interface Fault {
  /** Where in the body it stands. */
  path: (string | number)[];
  message: string;
  /** The value there, which the caller is shown. */
  input: unknown;
}

/** Input that is well-formed but that the installation does not take: a 422 with every fault at its place. */
export class InvalidInput extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super('the installation does not take this input');
    this.faults = faults;
  }
}
