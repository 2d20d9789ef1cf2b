// Formats instants as the API and the command line show them.

export function toIso(at_ms: number): string;
export function toIso(at_ms: number | null): string | null;
export function toIso(at_ms: number | null): string | null {
  return at_ms === null ? null : new Date(at_ms).toISOString();
}
