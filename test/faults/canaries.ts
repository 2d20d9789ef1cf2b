// Goal 16: no log, error, metric or trace repeats an email, a card number or an API key, wherever one was sent.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Canary, type CanaryRequest, canaryRequest, JWT_SECRET } from '../support/canaries.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 8;
const PATIENCE_MS = 10_000;
const OWN_ID = 'an-id-of-the-caller';
/** Ids, links and amounts are kept as they were given: other systems know them so, and some look like a card's number. */
const AS_GIVEN = new Set(
  'path query program email convo_id presentation_id presentment_id click_id id direct_link detail_link x-convo-id value rebate_pct'.split(
    ' ',
  ),
);
/** So are criteria sets and the catalogue, which a key holder writes: some barcodes look like card numbers too. */
const isKeptAsGiven = ({ place, path }: CanaryRequest) =>
  AS_GIVEN.has(place) || path.includes('/criteria-sets') || path.startsWith('/v1/catalogue/');
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
    const metrics = await (await server.request('/metrics', { key: ownKey })).text();
    await server.request('/livez', { key: ownKey, headers: { 'x-request-id': OWN_ID } });
    const whileRunning = bytesOf(server.folder);
    const code = await server.signal('SIGTERM');
    const places = { traces, metrics, log: server.output.stderr, stdout: server.output.stdout };
    const files = { 'while it runs': whileRunning, afterwards: bytesOf(server.folder) };
    const broken = [
      ...judgePlaces(places, requests, own),
      ...judgeFiles(files, requests, own),
      ...judgeErrors(answers),
    ];
    broken.push(...judgeLog(server.output.stderr, count));
    if (code !== 0) broken.push(`it ended with code ${code}`);
    const taken = answers.filter(({ status }) => status < 400).length;
    const unforeseen = answers.filter(({ status }) => status >= 500 && status !== 501).length;
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

/** The traces of conversations in which an email was given as such, as they are shown without the right to see it. */
async function readTraces(server: ServerProcess, answers: Answered[], key: string): Promise<string> {
  const texts = answers
    .filter(({ status, request }) => status < 400 && (request.place === 'email' || !isKeptAsGiven(request)))
    .map(async ({ request }) => (await server.request(`/spy/${request.convo_id}`, { key })).text());
  return (await Promise.all(texts)).join('\n');
}

const told = ({ canary, place, method, path }: CanaryRequest) =>
  `${canary.kind} ${canary.text} of ${method} ${decodeURIComponent(path).slice(0, 100)} (${place})`;

function judgePlaces(places: Record<string, string>, requests: CanaryRequest[], own: Canary): string[] {
  return Object.entries(places).flatMap(([name, text]) => {
    const holds = finder(text);
    // A key that was given as an id is shown as one in a trace; nothing else shows it.
    const mayHold = ({ canary, place }: CanaryRequest) =>
      name === 'traces' && canary.kind === 'key' && !KEY_HEADERS.has(place);
    const found = requests.filter((request) => holds(request.canary) && !mayHold(request));
    return [
      ...found.map((request) => `${name} holds ${told(request)}`),
      ...(holds(own) ? [`${name} holds a key`] : []),
    ];
  });
}

function judgeFiles(files: Record<string, string>, requests: CanaryRequest[], own: Canary): string[] {
  return Object.entries(files).flatMap(([when, bytes]) => {
    const holds = finder(bytes);
    const mustNot = requests.filter((request) =>
      request.canary.kind === 'card'
        ? !isKeptAsGiven(request)
        : request.canary.kind === 'key' && KEY_HEADERS.has(request.place),
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
  promise: 'no log, error, metric or trace repeats an email, a card number or an API key',
  ci: 500,
  long: 20_000,
  run,
};
