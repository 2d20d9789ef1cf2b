/** Every property of every object within a JSON value, for replacing its value. */
export function membersOf(value: unknown): [holder: Record<string, unknown>, name: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(membersOf);
  if (Array.isArray(value)) return inner;
  return [...Object.keys(value).map((name) => [value, name] as [Record<string, unknown>, string]), ...inner];
}
