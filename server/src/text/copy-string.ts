// Copies strings. V8 substrings retain the whole parent string, so keeping a few words per chunk would keep the file.

export const copyString = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
