// The composition root: settings → store → HTTP → announce → graceful stop.

import { type Config, readConfig } from './config.ts';
import { type Deps, systemClock } from './deps.ts';
import { buildApp } from './http/app.ts';
import { firstKey } from './keys/first-key.ts';
import { KeyRing } from './keys/key-ring.ts';
import { createLog, type Log } from './log.ts';
import { StartError } from './start-error.ts';
import { stopGracefully } from './stop-gracefully.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import { VERSION } from './version.ts';

export async function serve({ demo }: { demo: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const onFault = (error: unknown) => log.error({ err: error }, 'a background task failed');
  const store = await openSqliteStore({ folder: config.DATA_DIR, own: true, onFault });
  const deps: Deps = { store, clock: systemClock };
  const keyPath = `${config.DATA_DIR}/first-key.txt`;
  const key = demo ? await firstKey(deps, keyPath) : undefined;
  const keyRing = new KeyRing(deps, config.API_KEYS, onFault);
  await keyRing.start();

  let isStopping = false;
  const app = await buildApp({ config, deps, keyRing, log, isReady: () => !isStopping });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  await listen(app, config);

  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await stopGracefully(app);
    keyRing.stop();
    await store.close();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  exitOnBugs(log);

  announce(urlOf(app.server.address()), key, keyPath);
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT, listenTextResolver: () => '' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : message;
    throw new StartError(`cannot listen on ${HOST}:${PORT}: ${reason}`);
  }
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
function announce(url: string, key: string | undefined, keyPath: string): void {
  const lines = [`finderfee ${VERSION}`, '', `docs     ${url}/docs`];
  if (key) {
    lines.push(`key      ${key}  (scope discovery; kept in ${keyPath})`);
    lines.push(`try      curl -s -H 'x-api-key: ${key}' ${url}/v1/discovery/products/criteria-sets`);
  } else {
    lines.push('key      none is made here; make one with: npx finderfee keys create --name my-app');
  }
  console.log([...lines, '', `listening on ${url}`].join('\n'));
}
