// The characters of Windows-1252, by byte.

export const WINDOWS_1252 = Array.from({ length: 256 }, (_, byte) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
);
