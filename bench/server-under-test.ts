// A server in a process of its own that can tell how long its event loop was blocked, and how busy it was. `service` is the
// real one; `bare` is a Fastify route that returns a stored answer of the same size: the ceiling.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { readConfig } from '../server/src/config.ts';

const [kind, bytes = '0'] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 1 });
/** The most that the loop itself worked between two looks a millisecond apart: not what it waited for the processor. */
let work_ms = 0;

process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset();
    work_ms = 0;
  }
  if (message === 'cpu') process.send!({ cpu_ms: process.cpuUsage().user / 1000 });
  // The monitor's own timer is one millisecond of what it measures.
  if (message === 'lag') process.send!({ lag_ms: Math.max(0, delay.max / 1e6 - 1), work_ms });
});

if (kind === 'service') {
  const { serve } = await import('../server/src/serve.ts');
  await serve({ config: readConfig(process.env), demo: false });
} else {
  const answer = { filler: 'x'.repeat(Math.max(0, Number(bytes) - 15)) };
  const app = Fastify();
  app.post('/', () => answer);
  console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
}
delay.enable();
let before_ms = workedMs();
setInterval(() => {
  const now_ms = workedMs();
  work_ms = Math.max(work_ms, now_ms - before_ms);
  before_ms = now_ms;
}, 1);

/** The processor's time that this thread has had. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
