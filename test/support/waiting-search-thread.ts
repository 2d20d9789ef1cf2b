// A search thread whose jobs wait for another process: searches for "wait" run until they are abandoned.
import { parentPort } from 'node:worker_threads';
import type { FromSearcher, ToSearcher } from '../../server/src/index/threads/search-job.ts';

const port = parentPort!;
const answer = (reply: FromSearcher) => port.postMessage(reply);

port.on('message', (message: ToSearcher<{ kind: 'exit' }>) => {
  if (message.kind === 'exit') process.exit();
  if (message.kind === 'abandon') answer({ id: message.id, stopped: 'abandoned' });
  if (message.kind === 'search' && message.query.text !== 'wait') {
    answer({ id: message.id, result: { product_nos: Uint32Array.of(message.id), corrections: [] } });
  }
});
