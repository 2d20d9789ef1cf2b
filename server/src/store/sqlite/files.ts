// The database files of a data folder. What must be true together is in one file: a commit is atomic within one only.

export const FILES = ['catalogue', 'ledger', 'sessions'] as const;
export type File = (typeof FILES)[number];

/** Facts survive a power cut; a ranking session survives a killed process, which is what its promise needs. */
export const SYNCHRONOUS: Record<File, 'FULL' | 'NORMAL'> = { catalogue: 'FULL', ledger: 'FULL', sessions: 'NORMAL' };

export const pathOf = (folder: string, file: File) => `${folder}/${file}.db`;
