// The text fields that criteria compare, by kind, and the form in which their values are compared.
import { fieldsStoredAs, LIST_SEPARATOR, type StoredAs } from '../../product/text-fields.ts';
import { foldText } from '../../text/fold-text.ts';

export type FullTextField = StoredAs<'full_text'>;
export type IdentifierField = StoredAs<'identifier'>;
export type CodedField = StoredAs<'value'>;
export type TextField = FullTextField | IdentifierField | CodedField;

/** Texts of many words, such as name and description. */
export const FULL_TEXT_FIELDS = fieldsStoredAs('full_text');
/** Short texts that differ between products. */
export const IDENTIFIER_FIELDS = fieldsStoredAs('identifier');
/** Texts that products share. */
export const CODED_FIELDS = fieldsStoredAs('value');

const isOf = <T extends string>(list: readonly T[], field: string): field is T => list.includes(field as T);
export const isFullText = (field: TextField): field is FullTextField => isOf(FULL_TEXT_FIELDS, field);
export const isIdentifierField = (field: TextField): field is IdentifierField => isOf(IDENTIFIER_FIELDS, field);

/** The folded text that criteria compare; the items of a list are joined. Empty if the field is missing. */
export const foldedValue = (given: string | readonly string[]): string =>
  typeof given === 'string' ? foldText(given) : given.map(foldText).filter(Boolean).join(LIST_SEPARATOR);
