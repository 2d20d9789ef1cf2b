// Goal 16: whatever shows what callers sent (logs, errors, metrics, traces, session lists, exports) repeats no email, card
// number or API key.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Canary, type CanaryRequest, canaryRequest, JWT_SECRET } from '../support/canaries.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 8;
const PATIENCE_MS = 10_000;
const OWN_ID = 'an-id-of-the-caller';
const MAX_STREAMS = 20;
/**
 * Ids, links and amounts are kept as they were given: other systems know them so, and some look like a card's number.
 * They are masked where they are shown.
 */
const AS_GIVEN = new Set(
  'path query program email convo_id presentation_id presentment_id click_id id direct_link detail_link x-convo-id value rebate_pct'.split(
    ' ',
  ),
);
/** So are criteria sets and the catalogue, which a key holder writes: some barcodes look like card numbers too. */
const isKeptAsGiven = ({ place, path }: CanaryRequest) =>
  AS_GIVEN.has(place) || path.includes('/criteria-sets') || path.startsWith('/v1/catalogue/');
/** What shoppers type: neither an email nor a key of it is kept. */
const TYPED = new Set('query exclude_query chat category selection'.split(' '));
const isTyped = ({ place, path, body }: CanaryRequest) =>
  TYPED.has(place) &&
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

/** Searches a text for canaries, in whatever spelling. */
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

/** Keys that work: one of the setting, one that was made. */
async function validKeys(server: ServerProcess): Promise<Canary[]> {
  const args = ['keys', 'create', '--name', 'canary', '--scopes', 'discovery,operate', '--json'];
  const { key } = JSON.parse((await runCommand(args, { DATA_DIR: server.folder })).stdout) as { key: string };
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    if ((await server.request('/metrics', { key })).status === 200) break;
  }
  return [{ kind: 'key', text: key, needle: key }];
}

async function run({ count, random }: Round): Promise<Outcome> {
  // A key of the operator's own making has no form to be known by: it is sent as a key, with every request.
  const ownKey = `own-key-${Math.floor(random() * 1e15).toString(36)}`;
  const env = { LOG_LEVEL: 'trace', OFFER_LINK_HOSTS: '*', API_KEYS: ownKey, JWT_SECRET, FEED_RUNS_AT_ONCE: '0' };
  const server = await ServerProcess.start(env);
  try {
    const valid = await validKeys(server);
    const requests = Array.from({ length: count }, (_, n) => canaryRequest(n, random, ownKey, valid));
    const answers: Answered[] = [];
    const waiting = requests.values();
    const client = async () => {
      for (const request of waiting) answers.push(await send(server, request));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const own: Canary = { kind: 'key', text: ownKey, needle: ownKey };
    const traces = await readTraces(server, answers, ownKey);
    const sessions = await readSessions(server, ownKey);
    const metrics = await (await server.request('/metrics', { key: ownKey })).text();
    await server.request('/livez', { key: ownKey, headers: { 'x-request-id': OWN_ID } });
    const exports = await readExports(server);
    const whileRunning = bytesOf(server.folder);
    const code = await server.signal('SIGTERM');
    const places = { traces, sessions, exports, metrics, log: server.output.stderr, stdout: server.output.stdout };
    const files = { 'while it runs': whileRunning, afterwards: bytesOf(server.folder) };
    const broken = [
      ...judgePlaces(places, requests, own),
      ...judgeFiles(files, requests, own),
      ...judgeErrors(answers),
    ];
    broken.push(...judgeLog(server.output.stderr, count));
    if (code !== 0) broken.push(`it ended with code ${code}`);
    const taken = answers.filter(({ status }) => status < 400).length;
    const unforeseen = answers.filter(({ status }) => status >= 500).length;
    if (unforeseen > 0) broken.push(`${unforeseen} requests were answered with a 5xx`);
    const figures = { requests: count, taken, refused: count - taken, leaks: broken.length };
    return { figures, broken: broken.slice(0, 20) };
  } finally {
    await server.remove();
  }
}

const bytesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readIfThere(join(parentPath, name)))
    .join('\n');

/** The index replaces its files while the service runs. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** The traces of all conversations, as they are shown without the right to see emails: as pages, and a few as streams. */
async function readTraces(server: ServerProcess, answers: Answered[], key: string): Promise<string> {
  const convos = answers
    .filter(({ status }) => status < 400)
    .flatMap(({ request: { convo_id, place, canary } }) =>
      ['path', 'convo_id', 'x-convo-id'].includes(place) ? [convo_id, canary.text] : [convo_id],
    );
  const urls = [...new Set(convos)].map((convo_id) => `/spy/${encodeURIComponent(convo_id)}`);
  const texts: string[] = [];
  for (const url of urls) texts.push(await (await server.request(url, { key })).text());
  for (const url of urls.slice(0, MAX_STREAMS)) texts.push(await beginningOf(server, url, key));
  return texts.join('\n');
}

/** The first piece of a stream, which brings everything up to now. */
async function beginningOf(server: ServerProcess, url: string, key: string): Promise<string> {
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

const told = ({ canary, place, method, path }: CanaryRequest) =>
  `${canary.kind} ${canary.text} of ${method} ${decodeURIComponent(path).slice(0, 100)} (${place})`;

function judgePlaces(places: Record<string, string>, requests: CanaryRequest[], own: Canary): string[] {
  return Object.entries(places).flatMap(([name, text]) => {
    const holds = finder(text);
    const found = requests.filter((request) => holds(request.canary));
    return [
      ...found.map((request) => `${name} holds ${told(request)}`),
      ...(holds(own) ? [`${name} holds a key`] : []),
    ];
  });
}

function judgeFiles(files: Record<string, string>, requests: CanaryRequest[], own: Canary): string[] {
  return Object.entries(files).flatMap(([when, bytes]) => {
    const holds = finder(bytes);
    const mustNot = requests.filter(
      (request) =>
        isTyped(request) ||
        (request.canary.kind === 'card' && !isKeptAsGiven(request)) ||
        (request.canary.kind === 'key' && KEY_HEADERS.has(request.place)),
    );
    const found = mustNot
      .filter(({ canary }) => holds(canary))
      .map((request) => `the files hold, ${when}, ${told(request)}`);
    return holds(own) ? [...found, `the files hold a key ${when}`] : found;
  });
}

/** An error may show a caller the value that it refused, an email too; a card number or a key never. */
function judgeErrors(answers: Answered[]): string[] {
  return answers
    .filter(({ status, request: { canary } }) => status >= 400 && !(status === 422 && canary.kind === 'email'))
    .filter(({ request, text }) => finder(text)(request.canary))
    .map(({ status, request, text }) => `a ${status} holds ${told(request)}: ${text.slice(0, 600)}`);
}

/** A log that says nothing would hold nothing: each line is JSON, each request has one, with its id. */
function judgeLog(stderr: string, count: number): string[] {
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; request_id?: string });
  const requests = lines.filter(({ msg }) => msg === 'request');
  const broken = requests.every(({ request_id }) => request_id) ? [] : ['a request was logged without its id'];
  if (requests.length < count) broken.push(`only ${requests.length} of ${count} requests were logged`);
  if (!requests.some(({ request_id }) => request_id === OWN_ID)) broken.push("the caller's own request id is not kept");
  return broken;
}

export const canaries: Fault = {
  goal: 16,
  promise: 'no log, error, metric, trace, session list or export repeats an email, a card number or an API key',
  ci: 500,
  long: 20_000,
  run,
};
