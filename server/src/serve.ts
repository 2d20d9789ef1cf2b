// Runs the service: composition, HTTP server, announcement, graceful stop.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce, reachableUrl } from './announce.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import type { EffectiveSetting } from './effective-settings.ts';
import { createFaultLog } from './fault-log.ts';
import { buildApp } from './http/app.ts';
import { firstKey } from './keys/first-key.ts';
import { KeyRing } from './keys/key-ring.ts';
import { pageKey } from './keys/page-key.ts';
import { SignInLink } from './keys/sign-in-link.ts';
import { createLog, type Log } from './log.ts';
import { StartError } from './start-error.ts';
import { stopGracefully } from './stop-gracefully.ts';

const NPX_POLL_MS = 200;

interface ServeOptions {
  config: Config;
  demo: boolean;
  settings: readonly EffectiveSetting[];
  /** The data folder or database, if this start creates the installation. */
  newPlace?: string | undefined;
  /** The value of `--data-dir`, if given. */
  dataDir?: string | undefined;
}

export async function serve({ config, demo, settings, newPlace, dataDir }: ServeOptions): Promise<void> {
  const isTerminal = process.stderr.isTTY === true;
  const log = createLog(config.LOG_LEVEL, { isTerminal });
  const onFault = createFaultLog(log);
  // Before the start is complete there is nothing to drain.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  exitOnBugs(log);
  warnOfShortKeys(config, log);

  await using starting = new AsyncDisposableStack();
  let baseUrl = config.PUBLIC_URL ?? '';
  const {
    deps,
    stamps,
    startBackground,
    releaseLeases,
    stop: stopParts,
  } = await compose({ config, onFault, log, demo, baseUrl: () => baseUrl });
  starting.defer(stopParts);
  const keyPath = `${config.DATA_DIR}/first-key.txt`;
  const key = demo ? await firstKey(deps, keyPath) : undefined;
  const keyRing = new KeyRing(deps, config.API_KEYS);
  const hasPage = config.TRY_PAGE ?? demo;
  const page = { key: demo && hasPage ? await pageKey(deps.store) : undefined };
  if (page.key) keyRing.addPageKey(page.key);
  const hasConsole = !config.FEATURES_OFF.includes('console');
  const signInLink = demo && hasConsole ? new SignInLink(deps.clock) : undefined;
  if (signInLink) keyRing.addLinkHolder(signInLink.key_digest);
  await stamps.watch('keys', () => keyRing.refresh());

  let isStopping = false;
  const app = await buildApp({
    config,
    deps,
    keyRing,
    log,
    settings,
    isStopping: () => isStopping,
    // On a terminal, request lines would scroll the key and the links away.
    requestLogLevel: isTerminal ? 'debug' : 'info',
    ...(hasPage ? { tryPage: page } : {}),
    ...(signInLink ? { signInLink } : {}),
  });
  starting.defer(() => stopGracefully(app));
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  await listen(app, config);
  const address = app.server.address() as AddressInfo;
  baseUrl ||= reachableUrl(address);
  startBackground();

  const running = starting.move();
  stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // Requests are answered until the load balancer has noticed that /readyz fails.
    await Promise.all([releaseLeases(), sleep(config.SHUTDOWN_DELAY_S * 1000)]);
    await running.disposeAsync();
    log.info('stopped');
    process.exit(0);
  };
  stopWithNpx(() => void stop('npx exited'));

  announce({
    ...{ address, public_url: config.PUBLIC_URL, key, keyPath, hasPage, hasConsole, newPlace, dataDir },
    link_secret: signInLink?.secret,
  });
}

const MIN_KEY_CHARS = 16;

function warnOfShortKeys({ API_KEYS }: Config, log: Log): void {
  const short = API_KEYS.filter((key) => key.length < MIN_KEY_CHARS).length;
  if (short > 0)
    log.warn({ short }, `API_KEYS contains keys shorter than ${MIN_KEY_CHARS} characters, which can be guessed`);
}

/** Pending connections. Node's default of 511 overflows in a burst, and clients retry only after 1 to 15 s. */
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

/** The shell that npx uses does not forward signals, so the service stops when that shell exits. */
function stopWithNpx(stop: () => void): void {
  if (process.env.npm_command !== 'exec') return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) stop();
  }, NPX_POLL_MS).unref();
}

/** After an unexpected error the state is unknown: log it and exit, so that the supervisor restarts the process. */
function exitOnBugs(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
}
