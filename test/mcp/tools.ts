// Clients and conformance tests by others, installed once, and a proxy that sends the key that they cannot send.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { run } from '../support/installed-package.ts';
import { type Finished, runProgram } from '../support/server-process.ts';

export const TOOLS = import.meta.dirname;
const LOCKFILES = ['package.json', 'package-lock.json', 'requirements.txt'];
const hash = createHash('sha256');
for (const file of LOCKFILES) hash.update(readFileSync(`${TOOLS}/${file}`));
const digest = hash.digest('hex').slice(0, 12);
/** A change of a lockfile installs into another folder. */
const folder = resolve(TOOLS, `../../node_modules/.cache/mcp-${digest}`);
const TLS = `${TOOLS}/../support/tls`;

export function installTools(): void {
  const stamp = `${folder}/installed.txt`;
  if (existsSync(stamp)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of LOCKFILES) cpSync(`${TOOLS}/${file}`, `${folder}/${file}`);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  run('python3', ['-m', 'venv', `${folder}/python`], folder);
  const pip = ['install', '--quiet', '--no-compile', '--require-hashes', '--requirement', 'requirements.txt'];
  run(`${folder}/python/bin/pip`, pip, folder);
  writeFileSync(stamp, digest);
}

/** Runs a program of npm. */
export const runTool = (name: string, args: string[], env: Record<string, string>): Promise<Finished> =>
  runProgram([process.execPath, `${folder}/node_modules/.bin/${name}`, ...args], {
    NODE_EXTRA_CA_CERTS: `${TLS}/ca.crt`,
    ...env,
  });

/** Runs a program of Python. */
export const runPython = (name: string, args: string[]): Promise<Finished> =>
  runProgram([`${folder}/python/bin/${name}`, ...args], {});

export interface KeyProxy {
  url: string;
  /** Where requests go from now on. */
  target: string;
  stop: () => void;
}

export async function startKeyProxy({ isTls = false } = {}): Promise<KeyProxy> {
  const forward: RequestListener = (incoming, answer) => {
    const { method, url, headers } = incoming;
    const options = { method: method!, headers: { ...headers, 'x-api-key': 'test-key' } };
    const passed = request(proxy.target + url!, options, (answered) => {
      answered.pipe(answer.writeHead(answered.statusCode!, answered.headers));
    });
    passed.once('error', () => answer.destroy());
    incoming.pipe(passed);
    answer.once('close', () => passed.destroy());
  };
  const pem = (name: string) => readFileSync(`${TLS}/${name}`);
  const server = isTls
    ? createTlsServer({ key: pem('server.key'), cert: pem('server.crt') }, forward)
    : createServer(forward);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = {
    url: isTls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    target: '',
    stop: () => server.close().closeAllConnections(),
  };
  return proxy;
}
