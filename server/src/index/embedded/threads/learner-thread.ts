// The training thread: segments in, one table of word vectors out.
import { parentPort, workerData } from 'node:worker_threads';
import { learnWordVectors } from '../../ranking/learn-word-vectors.ts';
import { IndexView } from '../query/index-view.ts';
import { sampleTrainingData } from '../training-sample.ts';
import { fromShared, type SharedSegment } from './index-update.ts';

const view = new IndexView((workerData as SharedSegment[]).map(fromShared));
parentPort!.postMessage(learnWordVectors(sampleTrainingData(view)));
