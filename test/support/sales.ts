// Offers, clicks and reports of sales over HTTP, each with ids of its own.
import assert from 'node:assert/strict';
import { formatMicros, parseMicros } from '../../server/src/product/micros.ts';
import type { TestApp } from './test-app.ts';

type Fields = Record<string, unknown>;

export interface Click {
  program: string;
  email: string;
  convo_id: string;
  presentation_id: string;
  click_id: string;
  click_datetime: string;
}

/** The time of the test clock. */
export const NOW = '2026-03-04T05:06:07Z';

export function salesOf(app: () => TestApp) {
  let last = 0;
  const newClick = (given: Partial<Click> = {}): Click => {
    last++;
    const ids = { convo_id: `c${last}`, presentation_id: 'p1', click_id: `k${last}` };
    return { program: 'gold', email: `shopper${last}@example.com`, ...ids, click_datetime: NOW, ...given };
  };

  const offer = async (click: Click, info: Fields = {}, headers: Record<string, string> = {}): Promise<number> => {
    const product = { name: 'Kettle', value: 39.5, currency: 'USD', rebate_pct: 4, ...info };
    const product_info = { presentment_id: click.presentation_id, ...product };
    const { status, json } = await app().call(
      'POST',
      '/offers/single',
      { product_click: click, product_info },
      headers,
    );
    assert.equal(status, 201);
    return json.id;
  };

  const click = async (click: Click): Promise<void> => {
    assert.equal((await app().call('POST', `/clickthrough/${click.convo_id}`, click)).status, 202);
  };

  /** A click on a new offer. */
  const clicked = async (given: Partial<Click> = {}, info: Fields = {}, headers: Record<string, string> = {}) => {
    const made = newClick(given);
    const offer_id = await offer(made, info, headers);
    await click(made);
    return { ...made, offer_id };
  };

  const newTransaction = () => `t${++last}`;
  const send = (conversions: Fields[]) =>
    app().call('POST', '/v1/conversions', { conversions: conversions.map((each) => ({ network: 'awin', ...each })) });

  /** Records reports in one request. */
  const report = async (...reports: Fields[]): Promise<{ id: number; state: string; is_matched: boolean }[]> => {
    const { status, json } = await send(reports);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };

  const get = async (id: number) => {
    const { status, json } = await app().call('GET', `/v1/conversions/${id}`);
    assert.equal(status, 200);
    return json;
  };

  /** The sum of a shopper's rewards per status and currency, without those that are zero. */
  const balances = async (email: string): Promise<Record<string, string>> => {
    const { json } = await app().call('GET', `/v1/rewards?${new URLSearchParams({ email, per_page: '100' })}`);
    const sums = new Map<string, bigint>();
    for (const { status, currency, amount } of json.items as Record<'status' | 'currency' | 'amount', string>[]) {
      const balance = `${status} ${currency}`;
      sums.set(balance, (sums.get(balance) ?? 0n) + parseMicros(amount)!);
    }
    const left = [...sums].filter(([, sum]) => sum !== 0n);
    return Object.fromEntries(left.map(([balance, sum]) => [balance, formatMicros(sum, balance.slice(-3))]));
  };

  return { newClick, offer, click, clicked, newTransaction, send, report, get, balances };
}
