// Goal 16: logs, errors, metrics, traces, session lists and exports never contain an email, card number or API key.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Canary, type CanaryRequest, canaryRequest, JWT_SECRET } from '../support/canaries.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 8;
const PATIENCE_MS = 10_000;
const CALLER_REQUEST_ID = 'an-id-of-the-caller';
const MAX_STREAMS = 20;
/**
 * Ids, links and amounts are stored unmasked, because other systems refer to them and some look like card numbers. They
 * are masked in every output.
 */
const STORED_VERBATIM = new Set(
  'path query program email convo_id presentation_id presentment_id click_id id network transaction_id item_id original_transaction_id order_id direct_link detail_link x-convo-id value rebate_pct'.split(
    ' ',
  ),
);
/** Criteria sets and the catalogue too: only key holders write them, and some barcodes look like card numbers. */
const isStoredVerbatim = ({ location, path }: CanaryRequest) =>
  STORED_VERBATIM.has(location) || path.includes('/criteria-sets') || path.startsWith('/v1/catalogue/');
/** Text typed by shoppers: its emails and keys are never stored. */
const FREE_TEXT = new Set('query exclude_query chat category selection'.split(' '));
const isFreeText = ({ location, path, body }: CanaryRequest) =>
  FREE_TEXT.has(location) &&
  /^\/(?:chat|v1\/discovery\/products\/search)/.test(path) &&
  !path.includes('?') &&
  body !== undefined;
const KEY_HEADERS = new Set(['x-api-key', 'authorization']);

interface Answered {
  request: CanaryRequest;
  status: number;
  /** Headers and body. */
  text: string;
}

/** Finds canaries in a text, in any spelling. */
function finder(text: string): (canary: Canary) => boolean {
  const plain = text.toLowerCase();
  const joined = plain.replace(/%20|%2d|[ +-]/g, '');
  return ({ kind, needle }) => (kind === 'card' ? joined : plain).includes(needle.toLowerCase());
}

async function send(server: ServerProcess, request: CanaryRequest): Promise<Answered> {
  const { method, path, headers, body } = request;
  const init = body === undefined ? {} : { body };
  const response = await fetch(server.url + path, { method, headers, redirect: 'manual', ...init });
  const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
  return { request, status: response.status, text };
}

/** A working key, made by the command. */
async function validKeys(server: ServerProcess): Promise<Canary[]> {
  const args = ['keys', 'create', '--name', 'canary', '--scopes', 'discovery,operate', '--json'];
  const { key } = JSON.parse((await runCommand(args, { DATA_DIR: server.folder })).stdout) as { key: string };
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    if ((await server.request('/metrics', { key })).status === 200) break;
  }
  return [{ kind: 'key', text: key, needle: key }];
}

async function run({ count, random }: Round): Promise<Outcome> {
  // A key from API_KEYS has no recognisable format. It authenticates every request.
  const ownKey = `own-key-${Math.floor(random() * 1e15).toString(36)}`;
  const env = { LOG_LEVEL: 'trace', OFFER_LINK_HOSTS: '*', API_KEYS: ownKey, JWT_SECRET, FEED_RUNS_AT_ONCE: '0' };
  const server = await ServerProcess.start(env);
  try {
    const valid = await validKeys(server);
    const requests = Array.from({ length: count }, (_, n) => canaryRequest(n, random, ownKey, valid));
    const answers: Answered[] = [];
    const queue = requests.values();
    const client = async () => {
      for (const request of queue) answers.push(await send(server, request));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const own: Canary = { kind: 'key', text: ownKey, needle: ownKey };
    const traces = await readTraces(server, answers, ownKey);
    const sessions = await readSessions(server, ownKey);
    const metrics = await (await server.request('/metrics', { key: ownKey })).text();
    await server.request('/livez', { key: ownKey, headers: { 'x-request-id': CALLER_REQUEST_ID } });
    const exports = await readExports(server);
    const whileRunning = bytesOf(server.folder);
    const code = await server.signal('SIGTERM');
    const outputs = { traces, sessions, exports, metrics, log: server.output.stderr, stdout: server.output.stdout };
    const files = { 'while the server runs': whileRunning, 'after it stopped': bytesOf(server.folder) };
    const violations = [
      ...judgeOutputs(outputs, requests, own),
      ...judgeFiles(files, requests, own),
      ...judgeErrors(answers),
    ];
    violations.push(...judgeLog(server.output.stderr, count));
    if (code !== 0) violations.push(`the server exited with code ${code}`);
    const accepted = answers.filter(({ status }) => status < 400).length;
    const internalErrors = answers.filter(({ status }) => status === 500).length;
    if (internalErrors > 0) violations.push(`${internalErrors} requests were answered with 500`);
    const figures = { requests: count, accepted, refused: count - accepted, leaks: violations.length };
    return { figures, violations: violations.slice(0, 20) };
  } finally {
    await server.remove();
  }
}

const bytesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readIfExists(join(parentPath, name)))
    .join('\n');

/** The content, or nothing if the running index has just replaced the file. */
function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Traces of all conversations, as a caller without the pii scope sees them: as pages, and some as event streams. */
async function readTraces(server: ServerProcess, answers: Answered[], key: string): Promise<string> {
  const convos = answers
    .filter(({ status }) => status < 400)
    .flatMap(({ request: { convo_id, location, canary } }) =>
      ['path', 'convo_id', 'x-convo-id'].includes(location) ? [convo_id, canary.text] : [convo_id],
    );
  const urls = [...new Set(convos)].map((convo_id) => `/spy/${encodeURIComponent(convo_id)}`);
  const texts: string[] = [];
  for (const url of urls) texts.push(await (await server.request(url, { key })).text());
  for (const url of urls.slice(0, MAX_STREAMS)) texts.push(await firstChunk(server, url, key));
  return texts.join('\n');
}

/** The first chunk of an event stream, which contains all events so far. */
async function firstChunk(server: ServerProcess, url: string, key: string): Promise<string> {
  const left = new AbortController();
  const headers = { 'x-api-key': key, accept: 'text/event-stream' };
  const response = await fetch(server.url + url, { headers, signal: left.signal });
  if (response.status !== 200) return response.text();
  const { value } = await response.body!.getReader().read();
  left.abort();
  return Buffer.from(value ?? []).toString();
}

async function readSessions(server: ServerProcess, key: string): Promise<string> {
  let all = '';
  for (let page = 1; ; page++) {
    const text = await (await server.request(`/inventory/ranking-sessions?per_page=100&page=${page}`, { key })).text();
    if (JSON.parse(text).items.length === 0) return all;
    all += text;
  }
}

async function readExports(server: ServerProcess): Promise<string> {
  let all = '';
  for (const kind of ['offers', 'clicks', 'signups']) {
    all += (await runCommand(['export', kind], { DATA_DIR: server.folder })).stdout;
  }
  return all;
}

const describe = ({ canary, location, method, path }: CanaryRequest) =>
  `${canary.kind} ${canary.text} of ${method} ${decodeURIComponent(path).slice(0, 100)} (${location})`;

function judgeOutputs(outputs: Record<string, string>, requests: CanaryRequest[], own: Canary): string[] {
  return Object.entries(outputs).flatMap(([name, text]) => {
    const contains = finder(text);
    const found = requests.filter((request) => contains(request.canary));
    return [
      ...found.map((request) => `${name} contains ${describe(request)}`),
      ...(contains(own) ? [`${name} contains a key`] : []),
    ];
  });
}

function judgeFiles(files: Record<string, string>, requests: CanaryRequest[], own: Canary): string[] {
  return Object.entries(files).flatMap(([when, bytes]) => {
    const contains = finder(bytes);
    const forbidden = requests.filter(
      (request) =>
        isFreeText(request) ||
        (request.canary.kind === 'card' && !isStoredVerbatim(request)) ||
        (request.canary.kind === 'key' && KEY_HEADERS.has(request.location)),
    );
    const found = forbidden
      .filter(({ canary }) => contains(canary))
      .map((request) => `${when} the files contain ${describe(request)}`);
    return contains(own) ? [...found, `${when} the files contain a key`] : found;
  });
}

/** A 422 may repeat the refused value, even an email, but no error may repeat a card number or a key. */
function judgeErrors(answers: Answered[]): string[] {
  return answers
    .filter(({ status, request: { canary } }) => status >= 400 && !(status === 422 && canary.kind === 'email'))
    .filter(({ request, text }) => finder(text)(request.canary))
    .map(({ status, request, text }) => `a ${status} contains ${describe(request)}: ${text.slice(0, 600)}`);
}

/** Guards against an empty log, which would pass: every request must have a JSON line with its id. */
function judgeLog(stderr: string, count: number): string[] {
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; request_id?: string });
  const requests = lines.filter(({ msg }) => msg === 'request');
  const violations = requests.every(({ request_id }) => request_id) ? [] : ['a request was logged without its id'];
  if (requests.length < count) violations.push(`only ${requests.length} of ${count} requests were logged`);
  if (!requests.some(({ request_id }) => request_id === CALLER_REQUEST_ID))
    violations.push("the caller's request id is not logged");
  return violations;
}

export const canaries: Fault = {
  goal: 16,
  promise: 'no log, error, metric, trace, session list or export contains an email, a card number or an API key',
  round_size: 500,
  torture_size: 20_000,
  run,
};
