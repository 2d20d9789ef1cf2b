// Content types of JSON.
const JSON_TYPE = /^(?:application\/json|[^\s/;]+\/[^\s/;]+\+json)\s*(?:;|$)/i;

export const isJsonType = (type: string): boolean => JSON_TYPE.test(type);
