// What is known about a shared index and its cluster without opening the index.

export interface NodeDisk {
  node: string;
  total_bytes: number;
  free_bytes: number;
}

/** A part is null if the user may not read it. */
export interface ClusterInspection {
  version: string;
  health: { status: string; unassigned_shards: number } | null;
  disks: NodeDisk[] | null;
  /** As the operator set them, a share of the disk that may be used or the space that must be free; null if off. */
  watermarks: { low: string; flood_stage: string } | null;
  /** How far the clocks differ, at least. */
  skew_ms: number | null;
}

export interface IndexInspection {
  /** The live generation; null if there is none of the format of this program. */
  name: string | null;
  format: string;
  products: number;
  /** Number of the last change that searches see. */
  up_to: number;
  /** OpenSearch refuses writes to it, because a disk was full. */
  is_blocked: boolean;
}
