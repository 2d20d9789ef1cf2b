// The training thread: reads a sample of a generation, and answers with one table of word vectors.
import { parentPort, workerData } from 'node:worker_threads';
import { NO_VECTORS } from '../../artefacts.ts';
import { learnWordVectors } from '../../ranking/learn-word-vectors.ts';
import { MIN_TRAINING_PRODUCTS } from '../../ranking/training-terms.ts';
import { type ClientOptions, OpenSearchClient } from '../client.ts';
import { Generation } from '../generation.ts';
import { sampleTrainingData } from '../training-sample.ts';

const { client, index } = workerData as { client: ClientOptions; index: string };
const sample = await sampleTrainingData(new Generation(new OpenSearchClient(client), index));
const isEnough = sample.product_count >= MIN_TRAINING_PRODUCTS;
parentPort!.postMessage(isEnough ? learnWordVectors(sample) : { ...NO_VECTORS, up_to: sample.up_to });
parentPort!.close();
