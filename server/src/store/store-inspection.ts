// What an engine tells about an installation without opening its store: the store may be damaged, outdated or refused.

/** A SQLite file of the data folder. */
export interface InspectedFile {
  name: string;
  bytes: number;
  /** Null if the file is missing or empty, or if it cannot be read. */
  schema: number | null;
  /** The schema of this program. */
  program_schema: number;
  /** Why the file cannot be used: unreadable, foreign, damaged or of a newer version. */
  fault: string | null;
  /** False if the check of its pages took too long. */
  is_checked: boolean;
}

export interface FolderInspection {
  engine: 'sqlite';
  files: InspectedFile[];
}

export interface DatabaseInspection {
  engine: 'postgres';
  version: string;
  bytes: number;
  /** Why the service refuses this server: its version, its encoding, or because it is a standby. */
  refusal: string | null;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  /** 0 if the database has no schema of ours. */
  schema: number;
  program_schema: number;
  /** The lowest schema of a program that works with the database. */
  oldest_reader: number;
  /** The version of the collation that indexes were built with, and that of the system; null if it has none. */
  collation: { recorded: string | null; actual: string | null };
  /** Connections that a role without special rights may use. */
  max_connections: number;
  live_instances: number;
  /** How far the clocks differ, at least. */
  skew_ms: number;
}

export type StoreInspection = FolderInspection | DatabaseInspection;
