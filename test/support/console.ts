// The console in a real browser on a real server. Each file of test/console/ starts one of each:
//   const console = await ConsoleUnderTest.start();
//   const page = await console.open('jobs', { scopes: ['operate'] });   // signed in by a new key
//   await console.close(page);                                          // no fault, no foreign request
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { runCommand, ServerProcess } from './server-process.ts';
import { PATIENCE_MS } from './until.ts';

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
const ROOT = `${import.meta.dirname}/../..`;
const ALL_SCOPES: Scope[] = ['discovery', 'act', 'catalogue', 'conversions', 'operate', 'admin'];

const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy: ' + violatedDirective + ' ' + blockedURI))`;

interface Options extends BrowserContextOptions {
  /** Of the key to sign in with. Default: all but `pii`. */
  scopes?: Scope[];
  /** Signs in with this key; null does not sign in. */
  key?: string | null;
  /** Of a proxy before the server. */
  url?: string;
}

export class ConsoleUnderTest {
  readonly browser: Browser;
  readonly server: ServerProcess;
  readonly #faults = new WeakMap<Page, string[]>();
  readonly #keys = new Map<string, Promise<string>>();

  private constructor(browser: Browser, server: ServerProcess) {
    this.browser = browser;
    this.server = server;
  }

  /** By default with the demo catalogue. */
  static async start(env: Record<string, string> = {}, args = ['--demo']): Promise<ConsoleUnderTest> {
    const { status, stderr } = spawnSync(process.execPath, [`${ROOT}/scripts/build-console.mjs`]);
    assert.equal(status, 0, String(stderr));
    const [browser, server] = await Promise.all([
      startBrowser(),
      ServerProcess.start({ LOG_LEVEL: 'silent', ...env }, args),
    ]);
    await server.ready();
    return new ConsoleUnderTest(browser, server);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.remove();
  }

  /** A key with these scopes, created once. */
  keyWith(scopes: Scope[]): Promise<string> {
    const name = scopes.join(',');
    const key = this.#keys.get(name) ?? this.createKey(scopes).then(({ key }) => key);
    this.#keys.set(name, key);
    return key;
  }

  async createKey(scopes: Scope[]): Promise<{ id: string; key: string }> {
    const args = ['--name', 'Console test', '--scopes', scopes.join(','), '--json'];
    const { stdout, stderr } = await runCommand(['keys', 'create', ...args], { DATA_DIR: this.server.folder });
    assert.match(stdout, /^\{/, stderr);
    const { id, key } = JSON.parse(stdout) as { id: string; key: string };
    // A running server knows it within a second.
    while ((await this.server.request('/console/session', { key })).status !== 200) await sleep(50);
    return { id, key };
  }

  /** Opens `/console/PATH` and notes everything that `close` refuses. */
  async open(path = '', { scopes = ALL_SCOPES, key, url = this.server.url, ...options }: Options = {}): Promise<Page> {
    // Chromium's own locale here is not a valid one.
    const context = await this.browser.newContext({ locale: 'en-US', viewport: DESKTOP, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    if (key !== null) {
      const data = { key: key ?? (await this.keyWith(scopes)) };
      assert.equal((await context.request.post(`${url}/console/session`, { data })).status(), 201);
    }
    const page = await context.newPage();
    const faults: string[] = [];
    this.#faults.set(page, faults);
    await page.addInitScript(REPORT_VIOLATIONS);
    const allowed = [url, this.server.url, 'data:', 'blob:'];
    page.on('request', (request) => {
      if (!allowed.some((start) => request.url().startsWith(start))) faults.push(`foreign request: ${request.url()}`);
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // A test that provokes an error of the service looks at what the page makes of it.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) faults.push(message.text());
    });
    await page.goto(`${url}/console/${path}`);
    return page;
  }

  async close(page: Page): Promise<void> {
    await page.context().close();
    assert.deepEqual(this.#faults.get(page), []);
  }

  /**
   * Opens a page of the console wide in the light theme and narrow in the dark one: no fault of accessibility, no sideways
   * scrolling. The colours do not depend on the width.
   */
  async assertAccessible(
    path: string,
    isShown: (page: Page) => Promise<unknown>,
    options: Options = {},
  ): Promise<void> {
    for (const [colorScheme, size] of [['light', DESKTOP] as const, ['dark', PHONE] as const]) {
      const page = await this.open(path, { ...options, colorScheme });
      await isShown(page);
      await page.setViewportSize(size);
      await assertNoFaults(page, `${path} ${colorScheme}`);
      await assertFits(page);
      await this.close(page);
    }
  }
}

/** By the rules of WCAG 2.2 AA. */
export async function assertNoFaults(page: Page, where: string): Promise<void> {
  // The legacy mode does not look into frames, and the console has none.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const faults = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${where}: ${impact} ${id}: ${html} ${failureSummary}`),
  );
  assert.deepEqual(faults, []);
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Page): Promise<void> {
  const [content, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number];
  assert.ok(content <= screen, `${content} pixels are shown on ${screen}`);
}
