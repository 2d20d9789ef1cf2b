// The server process of the search and chat benchmarks; it reports event-loop delay and CPU time to its parent.
// `service` is the real service; `bare` is a Fastify route that returns a constant of the same size, the upper bound
// for throughput.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { readConfig } from '../server/src/config.ts';

const [kind, bytes = '0'] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 1 });
/** Longest CPU time of the event loop between two 1 ms timer ticks. Unlike the delay, it excludes waiting for a CPU. */
let work_ms = 0;

process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset();
    work_ms = 0;
  }
  if (message === 'cpu') process.send!({ cpu_ms: process.cpuUsage().user / 1000 });
  // The monitor's own 1 ms resolution is part of the measured delay.
  if (message === 'lag') process.send!({ lag_ms: Math.max(0, delay.max / 1e6 - 1), work_ms });
});

if (kind === 'service') {
  const { serve } = await import('../server/src/serve.ts');
  await serve({ config: readConfig(process.env), demo: false, settings: [] });
} else {
  const answer = { filler: 'x'.repeat(Math.max(0, Number(bytes) - 15)) };
  const app = Fastify();
  app.post('/', () => answer);
  console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
}
delay.enable();
let before_ms = threadCpuMs();
setInterval(() => {
  const now_ms = threadCpuMs();
  work_ms = Math.max(work_ms, now_ms - before_ms);
  before_ms = now_ms;
}, 1);

/** CPU time of this thread. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
