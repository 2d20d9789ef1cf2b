// Attribution: the click id of a redirect reaches the network, and offers that cannot carry one are reported.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({}, ['--demo']);
  await server.ready();
});
after(() => server.remove());

const offer = (click_id: string, links: object) =>
  server.request('/offers/single', {
    method: 'POST',
    body: JSON.stringify({
      product_click: {
        program: 'gold',
        email: 'ann@example.com',
        convo_id: click_id,
        presentation_id: 'p1',
        click_id,
        click_datetime: '2026-03-04T05:06:07Z',
      },
      product_info: { name: 'Kettle', presentment_id: 'p1', ...links },
    }),
  });

test('an offer made from a demo item carries the click id to the network', async () => {
  const body = JSON.stringify({ query: 'running shoes', per_page: 3 });
  const found = await server.request('/v1/discovery/products/search', { method: 'POST', body });
  const { items } = (await found.json()) as { items: { merchant_url: string; product_url: string }[] };
  for (const [i, { merchant_url, product_url }] of items.entries()) {
    await offer(`demo${i}`, { direct_link: merchant_url, detail_link: product_url });
    const visit = `email=ann@example.com&program=gold&click_id=k%2F${i}&click_datetime=2026-03-04T05:06:08Z`;
    const { headers } = await server.request(`/clickthrough/demo${i}/p1?${visit}`, { redirect: 'manual' });
    assert.equal(headers.get('location'), merchant_url.replace('{click_id}', `k%2F${i}`));
    assert.equal(new URL(headers.get('location')!).searchParams.get('sid'), `k/${i}`);
  }
});

test('offers whose link cannot carry a click id are counted, and each host is logged once', async () => {
  const untracked = async () =>
    Number(
      /^finderfee_offers_without_click_id_total (\d+)$/m.exec(await (await server.request('/metrics')).text())![1],
    );
  const before = await untracked();
  for (const click_id of ['a1', 'a2', 'a2']) await offer(click_id, { direct_link: 'https://a.example/x' });
  await offer('b1', { detail_link: 'https://b.example/{click_id}' });
  await offer('c1', { direct_link: 'https://c.example/{click_id}' });
  await offer('d1', { direct_link: 'https://www.awin1.com/cread.php?awinmid=1' });
  await offer('e1', {});
  assert.equal((await untracked()) - before, 3, 'a replay is not counted again');
  const logged = server.output.stderr.split('\n').filter((line) => line.includes('without a click id'));
  assert.deepEqual(
    logged.map((line) => JSON.parse(line).host),
    ['a.example', 'b.example'],
  );
});
