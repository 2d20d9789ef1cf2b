// Lists values in a sentence.

/** "red, green or blue". */
export const list = (values: readonly string[], joint: string): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} ${joint} ${values.at(-1)}`;

export const quoted = (phrases: readonly string[], joint: string): string =>
  list(
    phrases.map((phrase) => `"${phrase}"`),
    joint,
  );
