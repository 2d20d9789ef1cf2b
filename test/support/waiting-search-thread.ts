// A search thread whose jobs depend on another process: searches for "wait" run until they are abandoned, others fail.
import { parentPort } from 'node:worker_threads';
import type { FromSearcher, ToSearcher } from '../../server/src/index/threads/search-job.ts';

const port = parentPort!;
const answer = (reply: FromSearcher) => port.postMessage(reply);

port.on('message', (message: ToSearcher<{ kind: 'exit' }>) => {
  if (message.kind === 'exit') process.exit();
  if (message.kind === 'abandon') answer({ id: message.id, stopped: 'abandoned' });
  if (message.kind !== 'search' || message.query.text === 'wait') return;
  const { id, query } = message;
  if (query.text === 'unavailable') answer({ id, code: 'search_unavailable', error: new Error('refused') });
  else if (query.text === 'outdated') answer({ id, is_outdated: true, error: new Error('not found') });
  else answer({ id, result: { product_nos: Uint32Array.of(id), corrections: [] } });
});
