// Clicks: recorded once, redirected only to an offer's link, bots detected.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countClicks } from '../../../test/support/stored-facts.ts';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { nonClickReason } from './non-click-reason.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

let last = 0;
const fresh = () => `c${++last}`;
const click = (convo_id: string, changes: object = {}) => ({
  program: 'gold',
  email: 'ann@example.com',
  convo_id,
  presentation_id: 'p1',
  click_id: `${convo_id}-k`,
  click_datetime: '2026-03-04T05:06:07Z',
  ...changes,
});
const post = (convo: string, changes: object = {}) =>
  service.call('POST', `/clickthrough/${convo}`, click(convo, changes), { 'x-api-key': '' });
const countOf = (convo_id: string) => countClicks(service.deps.store, convo_id);

async function offerFor(convo: string, info: object = {}, click_id = `${convo}-k`, app = service) {
  const product_click = click(convo, { click_id });
  const product_info = {
    name: 'Kettle',
    presentment_id: 'p1',
    direct_link: 'https://track.example.com/x?id=1',
    ...info,
  };
  assert.equal((await app.call('POST', '/offers/single', { product_click, product_info })).status, 201);
}
const visit = (
  convo: string,
  changes: object = {},
  headers: Record<string, string> = {},
  method = 'GET',
  app = service,
) => {
  const query = {
    email: 'ann@example.com',
    program: 'gold',
    click_id: `${convo}-k`,
    click_datetime: '2026-03-04T05:06:07Z',
    ...changes,
  };
  return app.call(method, `/clickthrough/${convo}/p1?${new URLSearchParams(query)}`, undefined, {
    'x-api-key': '',
    ...headers,
  });
};

describe('POST', () => {
  test('answers 202 without a body after the click is recorded; a repeat is recorded once', async () => {
    const convo = fresh();
    for (let i = 0; i < 2; i++) assert.deepEqual([(await post(convo)).status, (await post(convo)).body], [202, '']);
    assert.deepEqual(await countOf(convo), { clicks: 1, non_clicks: 0 });
  });

  test('records one click for 200 identical concurrent requests', async () => {
    const convo = fresh();
    const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await post(convo)).status));
    assert.deepEqual([new Set(statuses).size, statuses[0], (await countOf(convo)).clicks], [1, 202, 1]);
  });

  test('answers 409 for a click id of another conversation or presentment; another program may use it', async () => {
    const convo = fresh();
    await post(convo);
    assert.equal((await post(convo, { presentation_id: 'p2' })).status, 409);
    assert.equal((await post(fresh(), { click_id: `${convo}-k` })).status, 409);
    assert.equal((await post(convo, { presentation_id: 'p2', program: 'silver' })).status, 202);
  });

  test('joins a click to an offer that arrives later', async () => {
    const convo = fresh();
    const offerIdOf = async () => {
      const rows = await service.deps.store.exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 1000 });
      return rows.find(({ data }) => data.convo_id === convo)!.data.offer_id;
    };
    await post(convo, { click_id: `${convo}-early` });
    assert.equal(await offerIdOf(), null);
    await offerFor(convo);
    assert.ok(Number(await offerIdOf()) > 0);
  });

  test('needs no offer and ignores the user agent', async () => {
    const convo = fresh();
    const response = await service.call('POST', `/clickthrough/${convo}`, click(convo), {
      'user-agent': 'Googlebot/2.1',
    });
    assert.deepEqual([response.status, (await countOf(convo)).clicks], [202, 1]);
  });
});

describe('GET', () => {
  test('records the click and redirects to the direct link, else the detail link', async () => {
    const convo = fresh();
    await offerFor(convo);
    const { status, headers } = await visit(convo);
    assert.deepEqual(
      [status, headers.location, headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
      [302, 'https://track.example.com/x?id=1', 'no-store', 'strict-origin-when-cross-origin', 'noindex'],
    );
    assert.equal((await countOf(convo)).clicks, 1);
    const other = fresh();
    await offerFor(other, { direct_link: null, detail_link: 'https://shop.example.com/k' });
    assert.equal((await visit(other)).headers.location, 'https://shop.example.com/k');
  });

  test("redirects to the offer with that click id, else to the presentment's first offer", async () => {
    const convo = fresh();
    await offerFor(convo, { direct_link: 'https://first.example/' }, 'first');
    await offerFor(convo, { direct_link: 'https://second.example/' }, 'second');
    assert.equal((await visit(convo, { click_id: 'second' })).headers.location, 'https://second.example/');
    assert.equal((await visit(convo, { click_id: 'other' })).headers.location, 'https://first.example/');
  });

  test('answers 404 for an unknown presentment or one without a link, and never uses a URL from the query', async () => {
    const convo = fresh();
    assert.equal(
      (await visit(convo, { url: 'https://evil.example/', direct_link: 'https://evil.example/' })).status,
      404,
    );
    await offerFor(convo, { direct_link: null });
    assert.equal((await visit(convo, { redirect: 'https://evil.example/' })).status, 404);
  });

  test('shows an error page to browsers and a JSON error to programs', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const [unknown, linkless] = [fresh(), fresh()];
    await offerFor(linkless, { direct_link: null, detail_link: null });
    for (const [convo, detail] of [
      [unknown, 'There is no offer for this presentment'],
      [linkless, 'The offer for this presentment has no link'],
    ] as const) {
      const url = `/clickthrough/${convo}/p1?program=gold&email=a@example.com&click_datetime=&click_id=%3Cscript%3E`;
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/html;q=0, */*']) {
        const { status, json, headers } = await service.call('GET', url, undefined, { accept });
        assert.deepEqual([status, json, headers.vary], [404, { detail }, 'accept'], accept);
      }
      for (const method of ['GET', 'HEAD'] as const) {
        const page = await service.app.inject({ method, url, headers: browser });
        assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
        assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
        assert.equal(page.headers['cache-control'], 'no-store');
        if (method === 'GET') assert.match(page.body, /<h1>This offer is not available<\/h1>/);
        assert.doesNotMatch(page.body, /script|example\.com|gold/);
      }
    }
  });

  test('fills the macros of the link, encoded, and never the email', async () => {
    const convo = fresh();
    await offerFor(convo, {
      direct_link: 'https://t.example/pubref:{click_id}/?c={convo_id}&p={presentation_id}&g={program}&e={email}',
    });
    const { headers } = await visit(convo, { click_id: 'a/b&c', program: 'g=1' });
    assert.equal(headers.location, `https://t.example/pubref:a%2Fb%26c/?c=${convo}&p=p1&g=g%3D1&e={email}`);
    const other = fresh();
    await offerFor(other, { direct_link: null, detail_link: 'https://shop.example/?c={click_id}' });
    assert.equal((await visit(other)).headers.location, 'https://shop.example/?c={click_id}', 'in direct links only');
  });

  test('generates an empty click id, and replaces an invalid time by the time of arrival', async () => {
    const convo = fresh();
    await offerFor(convo);
    assert.equal((await visit(convo, { click_id: '', click_datetime: 'yesterday', email: '' })).status, 302);
    assert.equal((await visit(convo, { click_id: '' })).status, 302);
    assert.equal((await countOf(convo)).clicks, 2);
  });

  test('uses the click time of the link if it is valid, else the time of arrival', async () => {
    const convo = fresh();
    await offerFor(convo);
    service.clock.advance(1000);
    const times = [
      '2026-03-04T06:06:07+01:00',
      '2026-03-04T06:06:07 01:00',
      '2026-02-30T00:00:00Z',
      '2026-03-04T24:00Z',
    ];
    for (const [n, click_datetime] of times.entries())
      await visit(convo, { click_id: `${convo}-${n}`, click_datetime });
    const rows = await service.deps.store.exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 1000 });
    const [said, arrived] = [Date.parse('2026-03-04T05:06:07Z'), service.clock.now_ms()];
    assert.deepEqual(
      rows.filter(({ data }) => data.convo_id === convo).map(({ data }) => data.clicked_at_ms),
      [said, said, arrived, arrived],
    );
  });

  test('redirects a click id used elsewhere without recording it', async () => {
    const [one, two] = [fresh(), fresh()];
    await post(one);
    await offerFor(two);
    assert.equal((await visit(two, { click_id: `${one}-k` })).status, 302);
    assert.deepEqual([await countOf(two), (await countOf(one)).clicks], [{ clicks: 0, non_clicks: 0 }, 1]);
  });

  test('redirects crawlers, previews and prefetches, and records them as non-clicks without using up the click id', async () => {
    const convo = fresh();
    await offerFor(convo);
    const machines: Record<string, string>[] = [
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': 'facebookexternalhit/1.1' },
      { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
      { 'user-agent': 'Mail.RU_Bot/2.0' },
      { 'user-agent': 'some_bot_2' },
      { 'user-agent': 'Pinterest/0.2 (+https://www.pinterest.com/)' },
      { 'user-agent': 'WhatsApp/2.24.6.77 A' },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Mimecast' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ];
    for (const headers of machines) assert.equal((await visit(convo, {}, headers)).status, 302);
    assert.deepEqual(await countOf(convo), { clicks: 0, non_clicks: machines.length });
    await visit(
      convo,
      {},
      { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1' },
    );
    assert.equal((await countOf(convo)).clicks, 1);
  });

  test('records why a visit is not a click: prefetch by its purpose header, robot by its user agent', () => {
    for (const [headers, reason] of [
      [{ 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
      [{ 'sec-purpose': 'Prerender' }, 'prefetch'],
      [{ purpose: 'prefetch' }, 'prefetch'],
      [{ purpose: 'preview' }, 'prefetch'],
      [{ 'x-moz': 'prefetch' }, 'prefetch'],
      [{ 'sec-purpose': 'prefetch', 'user-agent': 'Googlebot/2.1' }, 'prefetch'],
      [{ 'sec-purpose': 'navigate', 'user-agent': 'GOOGLEBOT/2.1' }, 'robot'],
      [{ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36' }, undefined],
      [{ 'user-agent': '' }, undefined],
      [{}, undefined],
    ] as const) {
      assert.equal(nonClickReason(headers), reason, JSON.stringify(headers));
    }
  });

  test('does not count link previews, crawlers, mail scanners and uptime checks as clicks', () => {
    for (const agent of [
      'Twitterbot/1.0',
      'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)',
      'TelegramBot (like TwitterBot)',
      'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
      'SkypeUriPreview Preview/0.5',
      'Mozilla/5.0 BingPreview/1.0b',
      'meta-externalagent/1.1',
      'facebookcatalog/1.0',
      'Iframely/1.3.1 (+https://iframely.com/docs/about)',
      'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
      'http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.social/)',
      'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
      'Mediapartners-Google',
      'Mozilla/5.0 (via ggpht.com GoogleImageProxy)',
      'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
      'Mozilla/5.0 (compatible; Yahoo! Slurp)',
      'Baiduspider/2.0',
      'ia_archiver',
      'Proofpoint URL Defense',
      'Barracuda Sentinel (EE)',
      'Microsoft Office Existence Discovery',
      'ms-office; MSOffice 16',
      'magpie-crawler/1.1 (U; Linux amd64; en-GB; +http://www.brandwatch.net)',
      'OpenGraphScraper/6.5',
      'Mozilla/5.0 (compatible; Quora Link Preview/1.0; +http://www.quora.com)',
      'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/91.0 Safari/537.36 (compatible; Google-Read-Aloud)',
      'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
      'Yahoo! Mail Proxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
      'FireEye URL analysis',
      'MailScanner/5.4',
      'LinkChecker/10.2',
      'Mozilla/5.0 (compatible; urlscan.io)',
      'PingdomTMS/0.8.5',
      'Uptime-Kuma/1.23.11',
      'StatusCake',
      'Site24x7',
      'Mozilla/5.0 (compatible; Google PageSpeed Insights)',
      'Chrome-Lighthouse',
      'W3C_Validator/1.3',
    ]) {
      assert.equal(nonClickReason({ 'user-agent': agent }), 'robot', agent);
    }
  });

  test('counts HTTP libraries as clients', async () => {
    for (const agent of [
      'curl/8.5.0',
      'okhttp/4.12.0',
      'python-requests/2.32',
      'node',
      'Go-http-client/2.0',
      'axios/1.7.2',
    ]) {
      const convo = fresh();
      await offerFor(convo);
      await visit(convo, {}, { 'user-agent': agent });
      assert.deepEqual(await countOf(convo), { clicks: 1, non_clicks: 0 }, agent);
    }
  });

  test('counts phones and apps whose names resemble bots as clients', async () => {
    for (const agent of [
      'Mozilla/5.0 (Linux; Android 8.0; CUBOT_X18_Plus) AppleWebKit/537.36 Chrome/90.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 11; CUBOT KING KONG 5) AppleWebKit/537.36 Chrome/90.0 Mobile Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [Pinterest/iOS]',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/480.0]',
    ]) {
      const convo = fresh();
      await offerFor(convo);
      await visit(convo, {}, { 'user-agent': agent });
      assert.deepEqual(await countOf(convo), { clicks: 1, non_clicks: 0 }, agent);
    }
  });

  test('redirects HEAD without recording anything', async () => {
    const convo = fresh();
    await offerFor(convo);
    const { status, headers } = await visit(convo, {}, {}, 'HEAD');
    assert.deepEqual([status, headers.location], [302, 'https://track.example.com/x?id=1']);
    assert.deepEqual(await countOf(convo), { clicks: 0, non_clicks: 0 });
  });

  test('adds the click id to links of known networks only if that is enabled', async () => {
    const direct_link = 'https://www.awin1.com/cread.php?awinmid=1';
    const macro = 'https://www.awin1.com/cread.php?clickref2={click_id}';
    for (const [NETWORK_CLICK_IDS, expected] of [
      ['false', direct_link],
      ['true', `${direct_link}&clickref=k1`],
    ] as const) {
      await withApp({ NETWORK_CLICK_IDS }, async (app) => {
        await offerFor('net', { direct_link }, 'k1', app);
        await offerFor('macro', { direct_link: macro }, 'k2', app);
        assert.equal((await visit('net', { click_id: 'k1' }, {}, 'GET', app)).headers.location, expected);
        assert.equal(
          (await visit('macro', { click_id: 'k2' }, {}, 'GET', app)).headers.location,
          macro.replace('{click_id}', 'k2'),
          'whoever wrote a macro has said where the id goes',
        );
      });
    }
  });

  test('finds the offer with the click id among thousands of a presentment', async () => {
    const convo = fresh();
    const offers = Array.from({ length: 1500 }, (_, n) => ({
      product_click: click(convo, { click_id: `k${n}` }),
      product_info: { name: 'Kettle', presentment_id: 'p1', direct_link: `https://t.example/${n}` },
    }));
    for (let n = 0; n < offers.length; n += 500) {
      assert.equal((await service.call('POST', '/offers/multi', offers.slice(n, n + 500))).status, 201);
    }
    assert.equal((await visit(convo, { click_id: 'k1499' })).headers.location, 'https://t.example/1499');
  });
});
