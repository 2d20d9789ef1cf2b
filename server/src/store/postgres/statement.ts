// A fixed SQL statement. It is parsed once per connection under its name.
import { createHash } from 'node:crypto';

export interface Statement {
  name: string;
  text: string;
}

/** Every statement of the adapter; a test checks their query plans. */
export const statements: Statement[] = [];

/** Tables are in the schema `finderfee`; a statement names it, because nothing relies on the search path. */
export function statement(text: string): Statement {
  const defined = { name: createHash('sha1').update(text).digest('base64url'), text };
  statements.push(defined);
  return defined;
}
