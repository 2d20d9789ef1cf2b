// Goal 3: whichever store call fails, nothing crashes, hangs, is acknowledged falsely or leaks, and a retry is safe.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { createKey } from '../../server/src/keys/create-key.ts';
import { assertConforms, endpointAt } from '../support/conformance.ts';
import { PRODUCTS, runScript, type Step } from '../support/store-script.ts';
import { BACKGROUND, INTERNALS, Striker } from '../support/striker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const HANG_MS = 20_000;
/** How far the clock goes on after each run of the script: jobs that failed become due again. */
const STEP_MS = 5000;

class Examination {
  readonly service: TestApp;
  readonly striker: Striker;
  readonly broken = new Set<string>();
  readonly reached = new Set<Endpoint>();
  /** Redirects whose click could not be kept: the service says how many. */
  lost = 0;
  readonly #files: Record<string, DatabaseSync>;
  #struckBefore: [struck: number, shared: number] = [0, 0];

  constructor(service: TestApp, striker: Striker) {
    this.service = service;
    this.striker = striker;
    const open = (file: string) => new DatabaseSync(`${service.folder}/${file}.db`, { readOnly: true, timeout: 5000 });
    this.#files = { catalogue: open('catalogue'), ledger: open('ledger'), sessions: open('sessions') };
  }

  count(file: string, sql: string): number {
    return Number(Object.values(this.#files[file]!.prepare(sql).get()!)[0]);
  }

  /** Makes a request; where its store call failed, looks at the answer and makes it again. */
  async send(step: Step): Promise<unknown> {
    const { striker } = this;
    const where = `${step.method} ${step.url.split('?')[0]!.replace(/-\d+/g, '')}, call ${striker.at} ${JSON.stringify(striker.kind)}`;
    this.reached.add(endpointAt(step.method, step.url)!);
    let answer = await this.#request(step, where);
    const isStruck = this.#isStruck(answer.statusCode === step.status);
    // A call of the background that requests make, too, may strike the second time as well.
    for (let isHit = isStruck; isHit; isHit = this.#isStruck(answer.statusCode === step.status)) {
      if (answer.statusCode !== step.status) this.#checkRefusal(answer, where);
      else if (step.isBestEffort) this.lost++;
      else this.#checkFact(step, `${where}: acknowledged`);
      answer = await this.#request(step, where);
    }
    const isRepeat = isStruck && striker.kind.isDone && answer.statusCode === step.repeat;
    if (answer.statusCode !== step.status && !isRepeat) {
      this.broken.add(`${where}: ${isStruck ? 'again ' : ''}${answer.statusCode} ${answer.body}`);
    }
    this.#checkFact(step, `${where}: ${isStruck ? 'made again' : 'made once'}`);
    return /^[{[]/.test(answer.body) ? JSON.parse(answer.body) : undefined;
  }

  /** Whether a store call of the last request failed. */
  #isStruck(isDone: boolean): boolean {
    const { struck, struckShared } = this.striker;
    const [before, sharedBefore] = this.#struckBefore;
    this.#struckBefore = [struck, struckShared];
    return struck > before || (!isDone && struckShared > sharedBefore);
  }

  async #request({ method, url, body, headers }: Step, where: string) {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await Promise.race([
      this.service.app.inject({
        method: method as 'GET',
        url,
        headers: { 'x-api-key': 'test-key', ...type, ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      }),
      sleep(HANG_MS, undefined, { ref: false }),
    ]);
    if (!answer) throw new Error(`${where} hangs`);
    // A 500 is no part of the contract.
    if (answer.statusCode !== 500) assertConforms(method, url, answer.statusCode, answer.headers, answer.body);
    return answer;
  }

  /** One of two sentences, and nothing of what happened inside. */
  #checkRefusal({ statusCode, headers, body }: Awaited<ReturnType<TestApp['app']['inject']>>, where: string): void {
    const { status, detail } = this.striker.kind.isKnown ? ERRORS.store_unavailable : ERRORS.internal;
    const isOurs = statusCode === status && body === JSON.stringify({ detail });
    if (!isOurs || (status === 503 && !headers['retry-after'])) {
      this.broken.add(`${where}: refused with ${statusCode} ${body}`);
    }
    if (JSON.stringify(headers).includes(INTERNALS)) this.broken.add(`${where}: a header tells the cause`);
  }

  #checkFact({ fact }: Step, how: string): void {
    const count = fact ? this.count(fact.file, fact.sql) : 1;
    if (count !== 1) this.broken.add(`${how}, and there ${count} times`);
  }

  close(): void {
    for (const db of Object.values(this.#files)) db.close();
  }
}

/** Once nothing fails any more, everything that was acknowledged gets done, and the background tasks still live. */
async function settle(exam: Examination, runs: number): Promise<void> {
  const { service, broken } = exam;
  const { store } = service.deps;
  const waiting = () => exam.count('ledger', `SELECT count(*) FROM jobs WHERE state = 'waiting'`);
  await until(
    () => waiting() === 0,
    () => service.clock.advance(STEP_MS),
  );
  const expected: Record<string, [sql: string, number]> = {
    'jobs that are not done': [`SELECT count(*) FROM jobs WHERE state <> 'done'`, 0],
    offers: ['SELECT count(*) FROM offers', runs * 7],
    'offers that are not registered': ['SELECT count(*) FROM offers WHERE is_registered = 0', 0],
    clicks: ['SELECT count(*) FROM clicks', runs * 2],
    signups: ['SELECT count(*) FROM signups', runs],
    'people who signed up': ['SELECT count(DISTINCT person_no) FROM signups', runs],
    'events of offers and clicks': [`SELECT count(*) FROM events WHERE kind IN ('offer', 'click')`, runs * 9],
  };
  for (const [what, [sql, wanted]] of Object.entries(expected)) {
    const count = exam.count('ledger', sql);
    if (count !== wanted) broken.add(`in the end there are ${count} ${what}, not ${wanted}`);
  }
  const metrics = (await service.call('GET', '/metrics')).body;
  const lost = Number(/^finderfee_clicks_not_recorded_total (\d+)$/m.exec(metrics)?.[1]);
  if (lost !== exam.lost) broken.add(`${exam.lost} clicks were not kept, and ${lost} counted`);
  const key = await createKey(service.deps, { name: 'late', scopes: ['discovery'], expires_at_ms: null });
  if (!(await until(() => service.keyRing.find(key.key) !== undefined))) broken.add('new keys are not seen any more');
  const stocked = service.stock([{ id: 'late', name: 'Latecomer' }]).then(() => true);
  if (!(await Promise.race([stocked, sleep(HANG_MS, false, { ref: false })]))) broken.add('products are not found');
  const isIdle = () => Object.values(store.queueLengths()).every((waiting) => waiting === 0);
  if (!(await until(isIdle))) broken.add(`calls are left behind: ${JSON.stringify(store.queueLengths())}`);
}

async function until(isSo: () => boolean, meanwhile = () => {}): Promise<boolean> {
  for (const end = Date.now() + HANG_MS; Date.now() < end; await sleep(50)) {
    if (isSo()) return true;
    meanwhile();
  }
  return false;
}

/** Every call of the script fails once in each way, as often as the count goes round. */
async function strikeAll(exam: Examination, { count, random }: Round): Promise<number> {
  const { striker, service, broken, reached } = exam;
  const script = (id: number) => {
    striker.calls = 0;
    return runScript((step) => exam.send(step), `n-${id}`);
  };
  await script(0);
  const calls = striker.calls;
  if (count < 2 * calls) broken.add(`${count} positions do not cover ${calls} calls in both ways`);
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    if (!reached.has(endpoint)) broken.add(`the script does not reach ${name}`);
  }
  const first = random() < 0.5;
  for (let n = 0; n < count; n++) {
    striker.at = (n % calls) + 1;
    striker.kind = { isDone: (Math.floor(n / calls) % 2 === 0) === first, isKnown: random() < 0.5 };
    striker.background.add(BACKGROUND[Math.floor(random() * BACKGROUND.length)]!);
    await script(n + 1);
    if (striker.struck !== n + 1) throw new Error(`call ${striker.at} was not made`);
    service.clock.advance(STEP_MS);
  }
  striker.at = 0;
  striker.background.clear();
  return calls;
}

async function run(round: Round): Promise<Outcome> {
  const striker = new Striker();
  let told = 0;
  const wrapStore = striker.wrap.bind(striker);
  const service = await startTestApp({ OFFER_LINK_HOSTS: 'catalogue' }, { wrapStore, onFault: () => told++ });
  const exam = new Examination(service, striker);
  const onUnhandled = (error: unknown) => exam.broken.add(`nobody handles ${error}`);
  process.on('unhandledRejection', onUnhandled);
  let calls = 0;
  try {
    await service.stock(PRODUCTS);
    calls = await strikeAll(exam, round);
    await settle(exam, round.count + 1);
  } catch (error) {
    // A request without an answer, or with one that the contract does not know: the script cannot go on.
    exam.broken.add(String(error));
  } finally {
    process.off('unhandledRejection', onUnhandled);
    exam.close();
    await service.stop();
  }
  const { struck, struckInBackground: struck_in_background } = striker;
  const figures = { calls, struck, struck_in_background, told, clicks_lost: exam.lost };
  return { figures, broken: [...exam.broken] };
}

export const failingStore: Fault = {
  goal: 3,
  promise: 'whichever store call fails, nothing crashes, is acknowledged falsely, doubled or left behind',
  ci: 150,
  long: 10_000,
  run,
};
