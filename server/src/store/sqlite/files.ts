// The database files of a data folder. Commits are atomic within one file only, so data that must agree shares a file.

export const FILES = ['catalogue', 'ledger', 'sessions'] as const;
export type File = (typeof FILES)[number];

/** FULL survives a power failure. Ranking sessions need to survive only a killed process, hence NORMAL. */
export const SYNCHRONOUS: Record<File, 'FULL' | 'NORMAL'> = { catalogue: 'FULL', ledger: 'FULL', sessions: 'NORMAL' };

export const pathOf = (folder: string, file: File) => `${folder}/${file}.db`;
