export interface Fault {
  /** Path of the value in the body. */
  path: (string | number)[];
  message: string;
  /** The rejected value, echoed to the caller. */
  input: unknown;
}

/** Well-formed input that a verb rejects: a 422 with every fault and its location. */
export class InvalidInput extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super('invalid input');
    this.faults = faults;
  }
}
