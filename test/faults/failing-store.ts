// Goal 3: when any store call fails, nothing crashes, hangs or is falsely acknowledged, and a retry is safe.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { createKey } from '../../server/src/keys/create-key.ts';
import { assertConforms, endpointAt } from '../support/conformance.ts';
import { countFacts } from '../support/facts.ts';
import { pick } from '../support/seeded.ts';
import { BACKGROUND, INTERNALS, StoreFaultInjector } from '../support/store-fault-injector.ts';
import { PRODUCTS, SCRIPTS, type Step, useAsShopper } from '../support/store-script.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { poll } from '../support/until.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const HANG_MS = 20_000;
const PATIENCE = { within_ms: HANG_MS, every_ms: 50 };
/** The clock advances by this much after each run of the script, so that failed jobs become due again. */
const STEP_MS = 5000;
/** Share of the requests beside which a call of a background task fails. */
const BACKGROUND_SHARE = 0.2;

type Answer = Pick<Awaited<ReturnType<TestApp['app']['inject']>>, 'statusCode' | 'headers' | 'body'>;
const CUT_OFF: Answer = { statusCode: 0, headers: {}, body: '' };

class Checker {
  readonly service: TestApp;
  readonly injector: StoreFaultInjector;
  readonly #random: () => number;
  readonly violations = new Set<string>();
  readonly reached = new Set<Endpoint>();
  /** Redirects whose click was not recorded. The service's metric must agree. */
  lost = 0;
  #injectedBefore: [injected: number, shared: number] = [0, 0];

  constructor(service: TestApp, injector: StoreFaultInjector, random: () => number) {
    this.service = service;
    this.injector = injector;
    this.#random = random;
  }

  count(sql: string): Promise<number> {
    return countFacts(this.service.folder, sql);
  }

  /** Makes a request whose n-th store call fails, and sometimes one in the background. Checks the answer and retries. */
  async send(step: Step, failAt: number, isApplied: boolean): Promise<unknown> {
    const { injector } = this;
    injector.failNext(failAt, { isApplied, isKnown: this.#random() < 0.5 });
    if (this.#random() < BACKGROUND_SHARE) injector.background.add(pick(BACKGROUND, this.#random));
    const where = `${step.method} ${step.url.split('?')[0]!.replace(/-\d+/g, '')}, call ${failAt} ${JSON.stringify(injector.failure)}`;
    this.reached.add(endpointAt(step.method, step.url)!);
    let answer = await this.#request(step, where);
    injector.failNext(0);
    const isAnswered = ({ statusCode }: Answer) => statusCode === step.status || statusCode === step.repeatStatus;
    const isInjected = this.#isInjected(isAnswered(answer));
    let hasTakenEffect = injector.failure.isApplied;
    // A background failure of a call that requests share may hit the retry as well.
    for (let hasFailed = isInjected; hasFailed; hasFailed = this.#isInjected(isAnswered(answer))) {
      const isAcknowledged = answer.statusCode === step.status;
      if (isAcknowledged && step.isBestEffort) this.lost++;
      else if (isAcknowledged) {
        hasTakenEffect = true;
        await this.#checkFact(step, `${where}: acknowledged`);
      } else if (answer !== CUT_OFF) this.#checkRefusal(answer, where);
      answer = await this.#request(step, where);
    }
    const isRepeat = isInjected && hasTakenEffect && answer.statusCode === step.repeatStatus;
    if (answer.statusCode !== step.status && !isRepeat) {
      this.violations.add(`${where}: ${isInjected ? 'retried, ' : ''}${answer.statusCode} ${answer.body}`);
    }
    await this.#checkFact(step, `${where}: ${isInjected ? 'retried' : 'sent once'}`);
    return String(answer.headers['content-type']).startsWith('application/json') ? JSON.parse(answer.body) : undefined;
  }

  /** Whether a store call of the last request was made to fail. */
  #isInjected(hasSucceeded: boolean): boolean {
    const { injected, injectedShared } = this.injector;
    const [before, sharedBefore] = this.#injectedBefore;
    this.#injectedBefore = [injected, injectedShared];
    return injected > before || (!hasSucceeded && injectedShared > sharedBefore);
  }

  async #request({ method, url, body, headers, isStreamed }: Step, where: string): Promise<Answer> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = this.service.app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-api-key': 'test-key', ...type, ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const completed = isStreamed ? request.catch(() => CUT_OFF) : request;
    const answer = await Promise.race([completed, sleep(HANG_MS, undefined, { ref: false })]);
    if (!answer) throw new Error(`${where} hangs`);
    if (answer === CUT_OFF) return answer;
    // The contract does not describe 500.
    if (answer.statusCode !== 500) assertConforms(method, url, answer.statusCode, answer.headers, answer.body);
    return answer;
  }

  /** A refusal has one of two fixed bodies and does not leak the cause. */
  #checkRefusal({ statusCode, headers, body }: Answer, where: string): void {
    const { status, detail } = this.injector.failure.isKnown ? ERRORS.store_unavailable : ERRORS.internal;
    const isExpected = statusCode === status && body === JSON.stringify({ detail });
    if (!isExpected || (status === 503 && !headers['retry-after'])) {
      this.violations.add(`${where}: refused with ${statusCode} ${body}`);
    }
    if (JSON.stringify(headers).includes(INTERNALS)) this.violations.add(`${where}: a header leaks the cause`);
  }

  async #checkFact({ fact }: Step, how: string): Promise<void> {
    const count = fact ? await this.count(fact) : 1;
    if (count !== 1) this.violations.add(`${how}, but stored ${count} times`);
  }
}

/** When nothing fails any more, all acknowledged work gets done and the background tasks still run. */
async function settle(checker: Checker, shoppers: number): Promise<void> {
  const { service, violations } = checker;
  const { store } = service.deps;
  await poll(async () => {
    service.clock.advance(STEP_MS);
    return (await checker.count(`SELECT count(*) FROM jobs WHERE state = 'waiting'`)) === 0;
  }, PATIENCE);
  const expected: Record<string, [sql: string, number]> = {
    'unfinished jobs': [`SELECT count(*) FROM jobs WHERE state <> 'done'`, 0],
    offers: ['SELECT count(*) FROM offers', shoppers * 7],
    'unregistered offers': ['SELECT count(*) FROM offers WHERE is_registered = 0', 0],
    clicks: ['SELECT count(*) FROM clicks', shoppers * 2],
    signups: ['SELECT count(*) FROM signups', shoppers],
    'people who signed up': ['SELECT count(DISTINCT person_no) FROM signups', shoppers],
    'events of offers and clicks': [`SELECT count(*) FROM events WHERE kind IN ('offer', 'click')`, shoppers * 9],
  };
  for (const [what, [sql, wanted]] of Object.entries(expected)) {
    const count = await checker.count(sql);
    if (count !== wanted) violations.add(`${count} ${what} at the end instead of ${wanted}`);
  }
  const metrics = (await service.call('GET', '/metrics')).body;
  const lost = Number(/^finderfee_clicks_not_recorded_total (\d+)$/m.exec(metrics)?.[1]);
  if (lost !== checker.lost) violations.add(`${checker.lost} clicks were lost, but the metric counts ${lost}`);
  const key = await createKey(service.deps, { name: 'late', scopes: ['discovery'], expires_at_ms: null });
  if (!(await poll(() => service.keyRing.find(key.key) !== undefined, PATIENCE)))
    violations.add('new keys are no longer picked up');
  const stocked = service.stock([{ id: 'late', name: 'Latecomer' }]).then(() => true);
  if (!(await Promise.race([stocked, sleep(HANG_MS, false, { ref: false })])))
    violations.add('new products do not become searchable');
  const isIdle = () => Object.values(store.figures().queues).every(({ waiting }) => waiting === 0);
  if (!(await poll(isIdle, PATIENCE)))
    violations.add(`store calls are still queued: ${JSON.stringify(store.figures().queues)}`);
}

/**
 * Fails the first store call of every request of a script, then the second, until no request makes that many: once before
 * the call is applied, once after it. Repeats that until `count` calls have failed. Returns the number of shoppers.
 */
async function failEveryCall(checker: Checker, count: number): Promise<number> {
  const { injector, service, violations, reached } = checker;
  let runs = 0;
  let shoppers = 0;
  while (injector.injected < count) {
    for (const script of SCRIPTS) {
      for (let failAt = 1, before = -1; injector.injected > before; failAt++) {
        before = injector.injected;
        for (const isApplied of [false, true]) {
          await script((step) => checker.send(step, failAt, isApplied), `n-${++runs}`);
          if (script === useAsShopper) shoppers++;
          service.clock.advance(STEP_MS);
        }
      }
    }
  }
  injector.background.clear();
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (!reached.has(endpoint)) violations.add(`the scripts do not reach ${name}`);
  }
  return shoppers;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const injector = new StoreFaultInjector();
  let reported = 0;
  const wrapStore = injector.wrap.bind(injector);
  const service = await startTestApp({ OFFER_LINK_HOSTS: 'catalogue' }, { wrapStore, onFault: () => reported++ });
  const checker = new Checker(service, injector, random);
  const onUnhandled = (error: unknown) => checker.violations.add(`unhandled rejection: ${error}`);
  process.on('unhandledRejection', onUnhandled);
  try {
    await service.stock(PRODUCTS);
    await settle(checker, await failEveryCall(checker, count));
  } catch (error) {
    // A request hung, or its answer violates the contract: the script cannot continue.
    checker.violations.add(String(error));
  } finally {
    process.off('unhandledRejection', onUnhandled);
    await service.stop();
  }
  const { injected, injectedInBackground: injected_in_background } = injector;
  const figures = { injected, injected_in_background, reported, clicks_lost: checker.lost };
  return { figures, violations: [...checker.violations] };
}

export const failingStore: Fault = {
  goal: 3,
  promise: 'a failing store call causes no crash, false acknowledgement, duplicate or stuck job',
  round_size: 1,
  torture_size: 10_000,
  run,
};
