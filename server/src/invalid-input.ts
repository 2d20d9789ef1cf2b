/** Input that is well-formed but that the installation does not take: a 422 at a place of the body. */
export class InvalidInput extends Error {
  readonly path: (string | number)[];
  constructor(path: (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}
