// Personal data: how precisely the last sighting of a person is kept, and which fields an erasure removes.

/** The time a person was last seen may lag by this much, so that most facts do not have to update it. */
export const SEEN_LAG_MS = 24 * 3_600_000;

/** The data of a signup request, as JSON, without the fields that identify a person. */
export function withoutIdentifiers(data: string): string {
  const { external_id, card_bin, ...others } = JSON.parse(data);
  return JSON.stringify(others);
}
