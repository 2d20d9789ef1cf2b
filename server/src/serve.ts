// The composition root: settings → store → HTTP → announce → graceful stop.

import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { compilePatterns } from './conversations/reader/sentence.ts';
import { buildApp } from './http/app.ts';
import { firstKey } from './keys/first-key.ts';
import { KeyRing } from './keys/key-ring.ts';
import { pageKey } from './keys/page-key.ts';
import { createLog, type Log } from './log.ts';
import { StartError } from './start-error.ts';
import { stopGracefully } from './stop-gracefully.ts';
import { VERSION } from './version.ts';

const LOOK_FOR_NPX_MS = 200;

export async function serve({ config, demo }: { config: Config; demo: boolean }): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const onFault = (error: unknown) => log.error({ err: error }, 'a background task failed');
  // Until everything runs there is nothing to drain: what was opened ends with the process.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  exitOnBugs(log);

  await using starting = new AsyncDisposableStack();
  let url = '';
  const { deps, startBackground, stop: stopParts } = await compose({ config, onFault, demo, baseUrl: () => url });
  starting.defer(stopParts);
  const keyPath = `${config.DATA_DIR}/first-key.txt`;
  const key = demo ? await firstKey(deps, keyPath) : undefined;
  const keyRing = new KeyRing(deps, config.API_KEYS, onFault);
  starting.defer(() => keyRing.stop());
  const hasPage = config.TRY_PAGE ?? demo;
  const page = { key: demo && hasPage ? await pageKey(deps.store) : undefined };
  if (page.key) keyRing.addPageKey(page.key);
  await keyRing.start();

  let isStopping = false;
  const app = await buildApp({
    config,
    deps,
    keyRing,
    log,
    isStopping: () => isStopping,
    ...(hasPage ? { tryPage: page } : {}),
  });
  starting.defer(() => stopGracefully(app));
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  await listen(app, config);
  url = urlOf(app.server.address());
  startBackground();
  if (!config.FEATURES_OFF.includes('chat')) void compilePatterns();

  const running = starting.move();
  stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await running.disposeAsync();
    log.info('stopped');
    process.exit(0);
  };
  stopWithNpx(() => void stop('the end of npx'));

  announce(url, key, keyPath, hasPage);
}

/** Connections that wait to be accepted. With Node's 511 a burst overflows, and clients try again after 1 to 15 s. */
const BACKLOG = 4096;

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({
      host: HOST,
      port: PORT,
      backlog: BACKLOG,
      listenTextResolver: (address) => `listening on ${address}`,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : message;
    throw new StartError(`cannot listen on ${HOST}:${PORT}: ${reason}`);
  }
}

/** The shell that npx starts a command through passes no signal on: when it is gone, it was the service that was meant. */
function stopWithNpx(stop: () => void): void {
  if (process.env.npm_command !== 'exec') return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, LOOK_FOR_NPX_MS).unref();
}

/** A state that nobody foresaw: say it and end, for whoever supervises the process to start it anew. */
function exitOnBugs(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
}

function urlOf(address: ReturnType<import('node:net').Server['address']>): string {
  if (!address || typeof address === 'string') throw new Error('the server has no TCP address');
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** On stdout, whatever the log level: people and scripts wait for it. */
function announce(url: string, key: string | undefined, keyPath: string, hasPage: boolean): void {
  const lines = [`finderfee ${VERSION}`, '', `docs     ${url}/docs`];
  if (hasPage) lines.push(`page     ${url}/try  (search and chat in a browser)`);
  if (key) {
    lines.push(`key      ${key}  (scope discovery; kept in ${keyPath})`);
    const body = `'{"query": "running shoes", "per_page": 3}'`;
    const headers = `-H 'x-api-key: ${key}' -H 'content-type: application/json'`;
    lines.push(`try      curl -s ${headers} -d ${body} ${url}/v1/discovery/products/search`);
  } else {
    lines.push('key      none is made here; make one with: npx finderfee keys create --name my-app');
  }
  console.log([...lines, '', `listening on ${url}`].join('\n'));
}
