// Downloads a file with limits: public addresses only, a few redirects, a maximum size, and retries of transient
// errors.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import timers from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { PrivateAddressError } from './public-address.ts';

const MAX_REDIRECTS = 5;
const RETRY_DELAYS_MS = [1000, 5000];
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

export interface FetchLimits {
  /** Private hosts that may be contacted. */
  private_hosts: readonly string[];
  max_bytes: number;
  /** Delays before the second and third attempt. */
  retry_delays_ms?: readonly number[];
  /** Ends the download. */
  signal?: AbortSignal;
  /** Stops after about this many bytes. A zip archive, which is read from its end, is downloaded as a whole. */
  head_bytes?: number;
}

/** Validators of the last response, sent with the next request to make it conditional. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

export const NO_VALIDATORS: Validators = { etag: null, last_modified: null };

export type Downloaded = Validators | 'unchanged';

/** Why a download failed. The message does not contain the URL, which may hold a key. */
export class DownloadError extends Error {
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  constructor(message: string, isTransient = false) {
    super(message);
    this.isTransient = isTransient;
  }
}

export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** `https://feeds.example/…`: the URL without its path and query, which may contain keys. */
export function shortenUrl(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/…`;
}

interface Options extends FetchLimits {
  /** Called with the Content-Length before the body; 0 if it is unknown. */
  onSize?: (bytes: number) => void;
}

export async function download(
  url: string,
  path: string,
  validators: Validators,
  options: Options,
): Promise<Downloaded> {
  // Imported here: loading the HTTP client is slow, and most processes do not download.
  const { guardedAgent } = await import('./guarded-agent.ts');
  const agent = guardedAgent(options.private_hosts);
  const delays = options.retry_delays_ms ?? RETRY_DELAYS_MS;
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await tryDownload(agent, url, path, validators, options);
      } catch (error) {
        const failure = toDownloadError(error);
        if (!failure.isTransient || attempt >= delays.length) throw failure;
        await timers.setTimeout(delays[attempt]);
      }
    }
  } finally {
    await agent.destroy();
  }
}

function toDownloadError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof PrivateAddressError) return new DownloadError(error.message);
  const { code = '' } = error as NodeJS.ErrnoException;
  const message = code === 'ENOTFOUND' ? 'unknown host' : `the connection failed${code ? ` (${code})` : ''}`;
  return new DownloadError(message, true);
}

async function tryDownload(
  agent: Dispatcher,
  url: string,
  path: string,
  validators: Validators,
  { onSize, signal, ...limits }: Options,
): Promise<Downloaded> {
  const first = parse(url);
  let target = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await agent.request({
      method: 'GET',
      origin: target.origin,
      path: target.pathname + target.search,
      headers: headersFor(target, first, validators),
      signal: signal ?? null,
    });
    const { statusCode, headers, body } = response;
    if (statusCode === 200) {
      const size = Number(headers['content-length'] ?? 0);
      onSize?.(size);
      await save(body, size, path, limits);
      return { etag: single(headers.etag), last_modified: single(headers['last-modified']) };
    }
    await body.dump({ limit: 1024 * 1024 }).catch(() => {});
    if (statusCode === 304) return 'unchanged';
    const location = single(headers.location);
    if (!REDIRECTS.has(statusCode) || !location)
      throw new DownloadError(`the server answered ${statusCode}`, TRANSIENT.has(statusCode));
    target = parse(location, target);
  }
  throw new DownloadError(`more than ${MAX_REDIRECTS} redirects`);
}

function parse(url: string, base?: URL): URL {
  const parsed = URL.canParse(url, base?.href) ? new URL(url, base?.href) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new DownloadError('the address is not an http or https URL');
  return parsed;
}

/** Credentials are sent only to the host that they belong to. */
function headersFor(target: URL, first: URL, { etag, last_modified }: Validators): Record<string, string> {
  const source = target.username ? target : target.origin === first.origin ? first : undefined;
  const user = source?.username ? `${decodeURIComponent(source.username)}:${decodeURIComponent(source.password)}` : '';
  return {
    'user-agent': 'Finderfee (+feeds)',
    // Compressed content is stored as received and unpacked when it is read.
    'accept-encoding': 'gzip',
    accept: '*/*',
    ...(user ? { authorization: `Basic ${Buffer.from(user).toString('base64')}` } : {}),
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(last_modified ? { 'if-modified-since': last_modified } : {}),
  };
}

const single = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

async function save(
  body: Dispatcher.ResponseData['body'],
  size: number,
  path: string,
  { max_bytes, head_bytes = Number.POSITIVE_INFINITY }: Pick<FetchLimits, 'max_bytes' | 'head_bytes'>,
): Promise<void> {
  const tooLarge = () => new DownloadError(`the file is larger than ${Math.floor(max_bytes / 1e6)} MB`);
  if (size > max_bytes) {
    body.on('error', () => {}).destroy();
    throw tooLarge();
  }
  const bounded = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let received = 0;
    let isZip = false;
    for await (const chunk of chunks) {
      if (received === 0) isZip = chunk.toString('latin1', 0, 2) === 'PK';
      received += chunk.length;
      if (received > max_bytes) throw tooLarge();
      yield chunk;
      if (received >= head_bytes && !isZip) return;
    }
  };
  await pipeline(body, bounded, createWriteStream(path, { mode: 0o600 }));
}
