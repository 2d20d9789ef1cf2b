/** The form in which emails are equal: trimmed and case-folded. */
export const foldEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();
