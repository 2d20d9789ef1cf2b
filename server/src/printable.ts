/** A line without control characters: what feeds and callers sent must not steer a terminal. */
export const printable = (line: string): string => line.replace(/\p{Cc}/gu, '\ufffd');
