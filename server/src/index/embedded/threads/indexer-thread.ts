// A thread of the indexer pool: batches of changes in, one segment per batch out.
import { parentPort, workerData } from 'node:worker_threads';
import { type PackedChanges, unpackChanges } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { BatchIndexer } from '../writer/batch-indexer.ts';

const indexer = new BatchIndexer(workerData as FieldLengths);

parentPort!.on('message', (changes: PackedChanges[]) => {
  parentPort!.postMessage(indexer.buildSegment(changes.flatMap(unpackChanges)));
});
