export interface Fault {
  /** Path of the value in the body, or in the query string. */
  path: (string | number)[];
  message: string;
  /** The rejected value, echoed to the caller; undefined if there is none to show. */
  input: unknown;
}

/** Well-formed input that a verb rejects: a 422 with every fault and its location. */
export class InvalidInput extends Error {
  readonly faults: Fault[];
  readonly place: 'body' | 'query';
  constructor(faults: Fault[], place: 'body' | 'query' = 'body') {
    super('invalid input');
    this.faults = faults;
    this.place = place;
  }
}
