// Currency codes of ISO 4217.

export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
const KNOWN = new Set(CURRENCIES);

export const isCurrency = (code: string): boolean => KNOWN.has(code);
