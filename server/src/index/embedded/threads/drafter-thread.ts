// A drafter's thread: changes in, a segment out, again and again.
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../../give-way.ts';
import type { ProductChange } from '../../../store/port.ts';
import type { FieldLengths } from '../../ranking/field-lengths.ts';
import { draftSegment } from '../segment/draft-segment.ts';
import { WordReader } from '../segment/read-words.ts';

giveWay();
const reader = new WordReader();

parentPort!.on('message', (changes: ProductChange[]) => {
  parentPort!.postMessage(draftSegment(changes, workerData as FieldLengths, reader));
});
