// The learner's thread: the segments in, one table out.
import { parentPort, workerData } from 'node:worker_threads';
import { learnWordSpace } from '../../ranking/learn-word-vectors.ts';
import { IndexView } from '../query/index-view.ts';
import { sampleWords } from '../training-sample.ts';
import { liveOf, type SentSegment } from './protocol.ts';

const view = new IndexView((workerData as SentSegment[]).map(liveOf));
parentPort!.postMessage(learnWordSpace(sampleWords(view)));
