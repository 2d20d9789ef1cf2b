/** A start failure with a message for the operator. The process prints it and exits with code 2. */
export class StartError extends Error {}
