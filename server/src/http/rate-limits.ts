// Rate limits: RATE_LIMIT per key or address, those of keyless requests, POSTBACK_RATE_LIMIT per token, failed sign-ins.
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isPublicAddress } from '../fetching/public-address.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { LiveInstances } from '../live-instances.ts';
import type { Rate } from '../setting-rules.ts';
import { bearerOf } from './bearer-value.ts';

/** Keeps a counter table below 20 MB. Beyond it, the oldest caller is dropped. */
const MAX_CALLERS = 100_000;
/** Failed attempts to sign in to the console, per address. */
const FAILED_SIGN_INS: Rate = { max: 10, window_ms: 60_000 };
/** Health checks are frequent and must always be answered. */
const NEVER_LIMITED = ['/livez', '/readyz'];

export interface Cost {
  requests: number;
  /** List items after the first. Each counts as a request unless the caller has a key. */
  items?: number;
  bytes: number;
}

interface RateLimitDeps {
  config: Config;
  keyRing: KeyRing;
  clock: Clock;
  /** Instances that share the limits. */
  instances: Pick<LiveInstances, 'count'>;
}

export class RateLimits {
  readonly #deps: RateLimitDeps;
  readonly #all: Counter | null;
  readonly #keyless: Counter | null;
  readonly #keylessBytes: Counter | null;
  readonly #postbacks: Counter | null;
  readonly #unknownTokens: Counter | null;
  readonly #failedSignIns: Counter;

  constructor(deps: RateLimitDeps) {
    this.#deps = deps;
    const counter = (rate: Rate | null | undefined) => (rate ? new Counter(rate, deps) : null);
    this.#all = counter(deps.config.RATE_LIMIT);
    this.#keyless = counter(deps.config.KEYLESS_RATE_LIMIT);
    this.#keylessBytes = counter(deps.config.KEYLESS_BYTES_LIMIT);
    this.#postbacks = counter(deps.config.POSTBACK_RATE_LIMIT);
    this.#unknownTokens = counter(deps.config.KEYLESS_RATE_LIMIT);
    this.#failedSignIns = new Counter(FAILED_SIGN_INS, deps);
  }

  /** Charges a request or rejects it with 429. Called again when the body is known. */
  charge(request: FastifyRequest, reply: FastifyReply, { requests, items = 0, bytes }: Cost): void {
    const { url, config } = request.routeOptions;
    if (NEVER_LIMITED.includes(url ?? '') || requests + items + bytes === 0) return;
    if (config.group === 'postback') {
      this.#chargePostback(request, reply, requests);
      return;
    }
    const { KEYLESS } = this.#deps.config;
    // Only valid keys have their own counter. Invalid keys share the counter of their address.
    const key = this.#deps.keyRing.find(presentedKey(request));
    const address = addressOf(request);
    const spend = (counter: Counter | null, caller: string, cost: number) =>
      refuseAfter(reply, counter?.spend(caller, cost));
    spend(this.#all, key?.id ?? address, key ? requests : requests + items);
    const isKeyless = !key && (KEYLESS as readonly string[]).includes(config.group ?? '');
    if (!isKeyless || !this.#isClient(request, address)) return;
    spend(this.#keyless, address, requests + items);
    spend(this.#keylessBytes, address, bytes);
  }

  /** Counts an unknown token as a keyless request. */
  chargeUnknownToken(request: FastifyRequest, reply: FastifyReply): void {
    const address = addressOf(request);
    if (this.#isClient(request, address)) refuseAfter(reply, this.#unknownTokens?.spend(address, 1));
  }

  /** Refuses an address that has failed too often, before its key is looked up. */
  admitSignIn(request: FastifyRequest, reply: FastifyReply): void {
    refuseAfter(reply, this.#failedSignIns.wait_s(addressOf(request), 1));
  }

  countFailedSignIn(request: FastifyRequest): void {
    this.#failedSignIns.spend(addressOf(request), 1);
  }

  /** Refuses an address that has guessed too many tokens before its next guess is looked up. */
  #chargePostback(request: FastifyRequest, reply: FastifyReply, requests: number): void {
    const address = addressOf(request);
    if (this.#isClient(request, address)) refuseAfter(reply, this.#unknownTokens?.wait_s(address, 1));
    refuseAfter(reply, this.#postbacks?.spend((request.params as { token: string }).token, requests));
  }

  /** Without TRUST_PROXY, a private peer may be a proxy for all clients. */
  #isClient({ ip }: FastifyRequest, address: string): boolean {
    return Boolean(this.#deps.config.TRUST_PROXY) || address === UNKNOWN || isPublicAddress(ip);
  }
}

function presentedKey({ headers, routeOptions }: FastifyRequest): string {
  const bearer = routeOptions.config.bearer_key ? bearerOf(headers.authorization) : undefined;
  return String(headers['x-api-key'] || bearer || '');
}

function refuseAfter(reply: FastifyReply, wait_s = 0): void {
  if (wait_s === 0) return;
  reply.header('retry-after', wait_s);
  throw new AppError('rate_limited');
}

/**
 * Fixed-window counter per caller; all callers share the window. An instance grants its share of the rate without asking
 * the others, so that a request costs no round trip. While instances start or end, the sum is off by about one share.
 */
class Counter {
  readonly #rate: Rate;
  readonly #deps: Pick<RateLimitDeps, 'clock' | 'instances'>;
  readonly #spent = new Map<string, number>();
  #ends_at_ms = 0;

  constructor(rate: Rate, deps: Pick<RateLimitDeps, 'clock' | 'instances'>) {
    this.#rate = rate;
    this.#deps = deps;
  }

  /** Returns 0 if the cost was counted, otherwise the seconds until the next window. */
  spend(caller: string, cost: number): number {
    const wait_s = this.wait_s(caller, cost);
    if (wait_s > 0) return wait_s;
    if (this.#spent.size >= MAX_CALLERS && !this.#spent.has(caller))
      this.#spent.delete(this.#spent.keys().next().value!);
    this.#spent.set(caller, (this.#spent.get(caller) ?? 0) + cost);
    return 0;
  }

  /** Returns 0 if the cost can be spent, otherwise the seconds until the next window. */
  wait_s(caller: string, cost: number): number {
    const { max, window_ms } = this.#rate;
    const now_ms = this.#deps.clock.now_ms();
    // The second condition covers a clock that was set back.
    if (now_ms >= this.#ends_at_ms || now_ms < this.#ends_at_ms - window_ms) {
      this.#spent.clear();
      this.#ends_at_ms = now_ms + window_ms;
    }
    const spent = (this.#spent.get(caller) ?? 0) + cost;
    const isAbove = spent > Math.ceil(max / this.#deps.instances.count);
    return isAbove ? Math.ceil((this.#ends_at_ms - now_ms) / 1000) : 0;
  }
}

/** Disconnected peers without an address share one counter. */
const UNKNOWN = 'unknown';

/** The address without a port, which some proxies add. IPv6 is reduced to the /64 of one customer. */
export function addressOf(request: FastifyRequest): string {
  // Undefined, despite its type, if the peer has disconnected.
  const ip = request.ip ?? '';
  const bare = ip.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const address = ipaddr.isValid(bare) ? bare : (request.socket.remoteAddress ?? '');
  if (!ipaddr.isValid(address)) return UNKNOWN;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(':')}::/64` : parsed.toString();
}
