/** A command to paste into a shell. `dataDir` is the `--data-dir` of the command that prints it. */
export const commandHint = (words: string, dataDir: string | undefined): string =>
  `npx finderfee ${words}${dataDir === undefined ? '' : ` --data-dir ${quoted(dataDir)}`}`;

const quoted = (word: string) => (/^[\w./~+:@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
