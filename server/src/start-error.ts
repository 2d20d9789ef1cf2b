/** A reason not to start, in one line for the operator. The process says it and exits with 2. */
export class StartError extends Error {}
