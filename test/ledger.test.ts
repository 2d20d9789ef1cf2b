// Nothing that was acknowledged is lost or doubled, whatever is killed.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from './support/server-process.ts';

const KILLS = 10;
const CLIENTS = 16;

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
});
after(() => server.remove());

interface Acknowledged {
  offers: Map<string, string>;
  clicks: Set<string>;
  signups: Set<string>;
}

const post = (path: string, body: object, headers = {}) =>
  server.request(path, { method: 'POST', body: JSON.stringify(body), headers });

/** Sends offers, clicks and signups until the server is gone, each twice at times, and notes what was acknowledged. */
async function client(acknowledged: Acknowledged): Promise<void> {
  try {
    while (true) {
      const id = randomUUID();
      const click = {
        program: 'gold',
        email: `${id}@example.com`,
        convo_id: `c-${id}`,
        presentation_id: 'p1',
        click_id: id,
        click_datetime: '2026-03-04T05:06:07Z',
      };
      const offer = {
        product_click: click,
        product_info: { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/{click_id}' },
      };
      const headers = randomInt(2) ? { prefer: 'respond-async' } : {};
      for (let i = 0; i <= randomInt(2); i++) {
        const response = await post('/offers/single', offer, headers);
        if (response.status === 201) acknowledged.offers.set(click.convo_id, await response.text());
      }
      if ((await post(`/clickthrough/${click.convo_id}`, click)).status === 202) acknowledged.clicks.add(id);
      for (let i = 0; i <= randomInt(2); i++) {
        const { status } = await post(`/signup/${click.convo_id}`, { program: 'gold', email: click.email });
        if (status === 202) acknowledged.signups.add(click.email);
      }
    }
  } catch {
    // The connection ended: what was not answered was not acknowledged.
  }
}

test(`${KILLS} times kill -9 under load: no acknowledged offer, click or signup is lost or doubled`, async () => {
  const acknowledged: Acknowledged = { offers: new Map(), clicks: new Set(), signups: new Set() };
  for (let i = 0; i < KILLS; i++) {
    const clients = Array.from({ length: CLIENTS }, () => client(acknowledged));
    // However slow the machine is: every kind of fact is acknowledged in each round, and then it ends at any moment.
    const signups = acknowledged.signups.size;
    while (acknowledged.signups.size < signups + 3) await sleep(5);
    await sleep(randomInt(100));
    await server.signal('SIGKILL');
    await Promise.all(clients);
    await server.begin();
  }
  const db = new DatabaseSync(`${server.folder}/ledger.db`, { readOnly: true });
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0] as string);
  for (const start = Date.now(); all(`SELECT id FROM jobs WHERE state = 'waiting'`).length > 0; await sleep(50)) {
    assert.ok(Date.now() - start < 10_000, 'jobs are left');
  }
  const stored = {
    offers: all('SELECT convo_id FROM offers'),
    clicks: all('SELECT click_id FROM clicks'),
    signups: all('SELECT email FROM signups JOIN people USING (person_no)'),
  };
  const events = all(`SELECT convo_id || kind || id FROM events`);
  db.close();
  const figures = Object.entries(stored).map(([kind, held]) => {
    const known = new Set(held);
    const lost = [...acknowledged[kind as keyof Acknowledged].keys()].filter((id) => !known.has(id)).length;
    return {
      kind,
      acknowledged: acknowledged[kind as keyof Acknowledged].size,
      lost,
      doubled: held.length - known.size,
    };
  });
  console.log(`${KILLS} kills: ${JSON.stringify(figures)}`);
  for (const { kind, acknowledged: count, lost, doubled } of figures) {
    assert.ok(count >= 3 * KILLS, `${kind}: ${count} acknowledged`);
    assert.deepEqual([lost, doubled], [0, 0], kind);
  }
  assert.equal(new Set(events).size, events.length, 'one event per fact');
  for (const [convo_id, first] of [...acknowledged.offers].slice(0, 20)) {
    const click_id = convo_id.slice(2);
    const query = new URLSearchParams({
      email: `${click_id}@example.com`,
      program: 'gold',
      click_id,
      click_datetime: '2026-03-04T05:06:07Z',
    });
    const answer = await (await server.request(`/offers/retry/${convo_id}/p1?${query}`)).text();
    if (first.startsWith('{"id"')) assert.equal(answer, first, 'the same answer after the kill');
  }
});
