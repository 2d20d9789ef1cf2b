// A drafter's thread: changes in, a segment out, again and again.
import { parentPort, workerData } from 'node:worker_threads';
import { type PackedChanges, unpackChanges } from '../../../store/packed-changes.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { BatchIndexer } from '../writer/batch-indexer.ts';

const maker = new BatchIndexer(workerData as FieldLengths);

parentPort!.on('message', (changes: PackedChanges[]) => {
  parentPort!.postMessage(maker.make(changes.flatMap(unpackChanges)));
});
