// Previews one file in a thread of its own, which bounds what a hostile file may take. At normal priority: a person waits.
import { parentPort, workerData } from 'node:worker_threads';
import { type PreviewedFile, previewFile } from './preview-file.ts';

parentPort!.postMessage(await previewFile(workerData as PreviewedFile));
