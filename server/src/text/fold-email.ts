/** The form in which emails are compared: trimmed and lower-cased. */
export const foldEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();
