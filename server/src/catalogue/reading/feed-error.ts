/** A feed that cannot be imported, said for the operator: no fault of the service. */
export class FeedError extends Error {}
