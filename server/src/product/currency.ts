// Currency codes of ISO 4217.

const CODES = new Set(Intl.supportedValuesOf('currency'));

export const isCurrency = (code: string): boolean => CODES.has(code);
