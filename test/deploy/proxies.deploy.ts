// The proxy examples of deploy/, run before a real service.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { DEFAULT_BODY_LIMIT_BYTES, LARGE_BODY_LIMIT_BYTES } from '@finderfee/contract/endpoint.ts';
import { freePort } from '../support/postgres-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { ROOT, tools } from './tools.ts';

const KEYLESS_LIMIT = 20;
const TLS = `${ROOT}/test/support/tls`;
const CA = readFileSync(`${TLS}/ca.crt`);

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Address of the client; all of 127.0.0.0/8 is this machine. */
  from?: string;
}

const folder = temporaryFolder();
const processes: ChildProcess[] = [];
let service: ServerProcess;
/** Addresses of the service behind each example. */
const proxies: Record<string, string> = {};

before(async () => {
  service = await ServerProcess.start({ TRUST_PROXY: '1', KEYLESS_RATE_LIMIT: `${KEYLESS_LIMIT}/h` }, ['--demo']);
  await service.ready();
  await Promise.all([startNginx(), startCaddy('Caddyfile', ''), startCaddy('prefix.Caddyfile', '/finderfee')]);
});

after(async () => {
  for (const child of processes.filter(({ exitCode }) => exitCode === null)) {
    child.kill();
    await once(child, 'exit');
  }
  await service?.remove();
  rmSync(folder, { recursive: true, force: true });
});

function replaceAll(source: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `the example does not contain ${from}`);
    return changed.replaceAll(from, to);
  }, source);
}

/** Both nginx examples in one server. Only addresses and paths differ from the files of deploy/nginx. */
async function startNginx(): Promise<void> {
  const home = `${folder}/nginx`;
  mkdirSync(home);
  // The workers of an nginx that root started run as another user.
  chmodSync(folder, 0o755);
  const [http, https, prefixed] = [await freePort(), await freePort(), await freePort()];
  const example = (name: string, replacements: Record<string, string>) =>
    writeFileSync(`${home}/${name}`, replaceAll(readFileSync(`${ROOT}/deploy/nginx/${name}`, 'utf8'), replacements));
  example('upstream.conf', { '127.0.0.1:8080': new URL(service.url).host });
  example('proxy.conf', {});
  example('site.conf', {
    'listen 80': `listen 127.0.0.1:${http}`,
    'listen [::]:80': `listen [::1]:${http}`,
    'listen 443': `listen 127.0.0.1:${https}`,
    'listen [::]:443': `listen [::1]:${https}`,
    '/etc/ssl/finderfee.example/fullchain.pem': `${TLS}/server.crt`,
    '/etc/ssl/finderfee.example/privkey.pem': `${TLS}/server.key`,
    '/etc/nginx/finderfee': home,
  });
  example('prefix.conf', { '/etc/nginx/finderfee': home });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    `${home}/nginx.conf`,
    `daemon off; pid ${home}/nginx.pid; error_log stderr warn; events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(' ')}
      include ${home}/upstream.conf; include ${home}/site.conf;
      server { listen 127.0.0.1:${prefixed}; include ${home}/prefix.conf; }
    }`,
  );
  start(tools.nginx, ['-p', home, '-c', `${home}/nginx.conf`]);
  proxies['nginx/site.conf'] = `https://localhost:${https}`;
  proxies['nginx/prefix.conf'] = `http://127.0.0.1:${prefixed}/finderfee`;
  await until(() => send(proxies['nginx/site.conf']!, '/livez').catch(() => null));
  const redirect = await send(`http://localhost:${http}`, '/docs');
  assert.deepEqual([redirect.status, redirect.headers.location], [308, 'https://finderfee.example/docs']);
}

async function startCaddy(name: string, prefix: string): Promise<void> {
  const home = `${folder}/${name}-home`;
  cpSync(`${ROOT}/deploy/caddy`, home, { recursive: true });
  const address = `http://127.0.0.1:${await freePort()}`;
  start(tools.caddy, ['run', '--config', `${home}/${name}`, '--adapter', 'caddyfile'], {
    SITE_ADDRESS: address,
    FINDERFEE_INSTANCES: new URL(service.url).host,
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    HOME: home,
  });
  proxies[`caddy/${name}`] = address + prefix;
  // Caddy answers 503 until its first check of the instances.
  await until(async () => (await send(address + prefix, '/livez').catch(() => null))?.status === 200);
}

function start(command: string, args: string[], env: Record<string, string> = {}): void {
  const child = spawn(command, args, { env: { PATH: process.env.PATH!, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.once('exit', (code) => {
    if (code) console.error(`${command} exited with ${code}: ${output}`);
  });
  processes.push(child);
}

async function open(
  base: string,
  path: string,
  { method = 'GET', headers, body, from }: Sent,
): Promise<IncomingMessage> {
  const url = new URL(base + path);
  const isSite = url.protocol === 'https:' || url.hostname === 'localhost';
  const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)({
    ...{ host: '127.0.0.1', port: url.port, path: url.href.slice(url.origin.length), method, agent: false, ca: CA },
    ...(url.protocol === 'https:' ? { servername: 'localhost' } : {}),
    ...(from ? { localAddress: from } : {}),
    headers: {
      host: isSite ? 'finderfee.example' : url.host,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [response] = await answered;
  sent.on('error', () => {});
  return response;
}

async function send(base: string, path: string, sent: Sent = {}) {
  const response = await open(base, path, sent);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const KEY = { 'x-api-key': 'test-key' };
const forEachProxy = async (check: (base: string, name: string) => Promise<void>) => {
  assert.equal(Object.keys(proxies).length, 4);
  for (const [name, base] of Object.entries(proxies)) await check(base, name);
};

test('a search, a slug and a path with an encoded slash answer behind a proxy as they do without it', async () => {
  await forEachProxy(async (base, name) => {
    const body = JSON.stringify({ query: 'running shoes', per_page: 3 });
    const found = await send(base, '/v1/discovery/products/search', { method: 'POST', headers: KEY, body });
    assert.equal(found.status, 200, name);
    const { items } = JSON.parse(found.body) as { items: { slug: string; id: string }[] };
    const product = await send(base, `/v1/discovery/products/${items[0]!.slug}`, { headers: KEY });
    assert.equal(JSON.parse(product.body).item.id, items[0]!.id, name);

    await send(base, '/signup/a%2Fb%20c', { method: 'POST', body: '{"program": "gold", "email": "ann@example.com"}' });
    const trace = await send(base, '/spy/a%2Fb%20c', { headers: KEY });
    assert.equal(JSON.parse(trace.body).convo_id, 'a/b c', name);
  });
});

test('events of a stream pass a proxy while the stream is open', async () => {
  await forEachProxy(async (base, name) => {
    const convo = `stream-${name.replace(/\W/g, '-')}`;
    const signUp = (email: string) =>
      send(base, `/signup/${convo}`, {
        method: 'POST',
        headers: KEY,
        body: JSON.stringify({ program: 'gold', email }),
      });
    await signUp('ann@example.com');
    const stream = await open(base, `/spy/${convo}`, { headers: { ...KEY, accept: 'text/event-stream' } });
    assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8', name);
    let received = '';
    stream.on('data', (chunk) => (received += chunk)).on('error', () => {});
    const events = () => received.match(/^event: signup$/gm)?.length ?? 0;
    await until(() => events() === 1);
    await signUp('bob@example.com');
    await until(() => events() === 2);
    stream.destroy();
    const chat = await send(base, `/chat/${convo}`, {
      method: 'POST',
      headers: { ...KEY, accept: 'text/event-stream' },
      body: '{"chat": "black running shoes"}',
    });
    assert.match(chat.body, /^event: done$/m, name);
  });
});

test('a proxy passes the largest body that the service accepts, and nothing larger', async () => {
  const padded = (bytes: number) => '{"products": []}'.padEnd(bytes, ' ');
  // A client that still sends when the proxy closes the connection may see the reset before the answer.
  const post = (base: string, path: string, bytes: number) =>
    send(base, path, { method: 'POST', headers: KEY, body: padded(bytes) }).then(
      ({ status }) => status,
      ({ code }) => (code === 'ECONNRESET' || code === 'EPIPE' ? 413 : code),
    );
  const products = '/v1/catalogue/products';
  const search = '/v1/discovery/products/search';
  const accepted = await post(service.url, products, LARGE_BODY_LIMIT_BYTES);
  assert.ok(accepted !== 404 && accepted !== 413);
  await forEachProxy(async (base, name) => {
    assert.equal(await post(base, products, LARGE_BODY_LIMIT_BYTES), accepted, name);
    assert.equal(await post(base, products, LARGE_BODY_LIMIT_BYTES + 1), 413, name);
    assert.equal(await post(base, search, DEFAULT_BODY_LIMIT_BYTES), 422, name);
    assert.equal(await post(base, search, DEFAULT_BODY_LIMIT_BYTES + 1), 413, name);
  });
});

test('a client behind a proxy is limited by its own address, which it cannot forge', async () => {
  let client = 2;
  await forEachProxy(async (base, name) => {
    const [flooding, other] = [`127.0.0.${client++}`, `127.0.0.${client++}`];
    const visit = async (from: string, forged: string) =>
      (await send(base, '/clickthrough/none/p1', { from, headers: { 'x-forwarded-for': forged } })).status;
    for (let sent = 0; sent < KEYLESS_LIMIT; sent++) assert.notEqual(await visit(flooding, `198.51.100.${sent}`), 429);
    assert.equal(await visit(flooding, '203.0.113.1'), 429, name);
    assert.notEqual(await visit(other, flooding), 429, name);
  });
});
