// Offers over HTTP: identity, replays, links and acknowledgements.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp, type TestApp, withApp } from '../../../test/support/test-app.ts';
import { fillMacros, normaliseLink } from '../text/tracked-link.ts';
import { untrackedHostOf } from './register-offers.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

let lastConvo = 0;
const newConvo = () => `c${++lastConvo}`;

interface Changes {
  click?: object;
  info?: object;
}

const offer = (convo_id: string, { click = {}, info = {} }: Changes = {}) => {
  const product_click = {
    program: 'gold',
    email: 'ann@example.com',
    convo_id,
    presentation_id: 'p1',
    click_id: 'k1',
    click_datetime: '2026-03-04T05:06:07Z',
    ...click,
  };
  const product_info = {
    name: 'Kettle',
    presentment_id: product_click.presentation_id,
    direct_link: 'https://track.example.com/x?id=1',
    value: 39.5,
    ...info,
  };
  return { product_click, product_info };
};
const post = (body: object, headers: Record<string, string> = {}, kind = 'single') =>
  service.call('POST', `/offers/${kind}`, body, { 'x-api-key': '', ...headers });
const retry = (convo: string, query: object = {}) => {
  const given = {
    email: 'ann@example.com',
    program: 'gold',
    click_id: 'k1',
    click_datetime: '2026-03-04T05:06:07Z',
    ...query,
  };
  return service.call('GET', `/offers/retry/${convo}/p1?${new URLSearchParams(given)}`, undefined, { 'x-api-key': '' });
};

const exported = async (convo: string) => {
  const rows = await service.deps.store.exportFacts({ kind: 'offers', after: 0, since_ms: 0, limit: 10_000 });
  return rows.map(({ data }) => data).filter(({ convo_id }) => convo_id === convo);
};

/** Read from the conversation's trace. */
const countOffers = async (convo: string) => (await service.call('GET', `/spy/${convo}`)).json.events.length;

describe('an offer', () => {
  test('is registered at once: 201 with a positive id, without a key', async () => {
    const { status, json, headers } = await post(offer(newConvo()));
    assert.equal(status, 201);
    assert.ok(json.id > 0);
    assert.equal(headers['idempotent-replayed'], undefined);
  });

  test('sent again returns the first answer and changes nothing, whatever its time and format', async () => {
    const convo = newConvo();
    const first = await post(offer(convo));
    const again = await post(
      offer(convo, { click: { click_datetime: '2027-01-01T00:00:00Z', email: ' ANN@example.com'.trim() } }),
      {},
      'carousel',
    );
    assert.deepEqual([again.status, again.json, again.headers['idempotent-replayed']], [201, first.json, 'true']);
  });

  test('is a replay only with the same value: 0 differs from a missing value', async () => {
    for (const value of [0, null, undefined, 39.5]) {
      const convo = newConvo();
      const first = await post(offer(convo, { info: { value } }));
      const again = await post(offer(convo, { info: { value } }));
      assert.deepEqual([again.status, again.json, again.headers['idempotent-replayed']], [201, first.json, 'true']);
      const other = await post(offer(convo, { info: { value: value ? 0 : 1 } }));
      assert.deepEqual([other.status, other.json.detail.slice(0, 10)], [409, 'This offer']);
    }
    const convo = newConvo();
    await post(offer(convo, { info: { value: 0 } }));
    assert.equal((await post(offer(convo, { info: { value: null } }))).status, 409);
  });

  test('with the same identity but another program, email, name, value or link is a 409', async () => {
    const convo = newConvo();
    await post(offer(convo));
    const others: Changes[] = [
      { click: { program: 'silver' } },
      { click: { email: 'bob@example.com' } },
      { info: { name: 'Teapot' } },
      { info: { value: 1 } },
      { info: { direct_link: 'https://track.example.com/other' } },
      { info: { detail_link: 'https://shop.example.com/' } },
    ];
    for (const changes of others)
      assert.equal((await post(offer(convo, changes))).status, 409, JSON.stringify(changes));
    assert.equal((await post(offer(convo, { click: { click_id: 'k2', email: 'bob@example.com' } }))).status, 201);
  });

  test('sent 200 times concurrently is registered once and answered 200 times alike', async () => {
    const convo = newConvo();
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(offer(convo))));
    const ids = new Set(answers.map(({ status, json }) => `${status} ${json.id}`));
    assert.deepEqual([ids.size, answers.filter(({ headers }) => headers['idempotent-replayed']).length], [1, 199]);
    assert.equal(await countOffers(convo), 1);
  });
});

describe('a carousel offer', () => {
  test('is answered like a single offer, recorded with its format, and keeps its position in the conversation', async () => {
    const convo = newConvo();
    const send = (click_id: string, kind: string) => post(offer(convo, { click: { click_id } }), {}, kind);
    const first = await send('a', 'carousel');
    assert.deepEqual([first.status, Object.keys(first.json)], [201, ['id']]);
    await send('b', 'single');
    await send('c', 'carousel');
    await send('a', 'carousel');
    const { json: ack } = await post(
      offer(convo, { click: { click_id: 'd' } }),
      { prefer: 'respond-async' },
      'carousel',
    );
    assert.equal(ack.message_type, 'offer_ack');
    await post(offer(newConvo()), {}, 'carousel');
    assert.deepEqual(
      (await exported(convo)).map(({ click_id, format, position }) => [click_id, format, position]),
      [
        ['a', 'carousel', 0],
        ['b', 'single', null],
        ['c', 'carousel', 1],
        ['d', 'carousel', 2],
      ],
    );
    const { json: trace } = await service.call('GET', `/spy/${convo}`);
    assert.deepEqual(
      trace.events.map(({ data }: { data: { format: string } }) => data.format),
      ['carousel', 'single', 'carousel', 'carousel'],
    );
  });
});

describe('several offers', () => {
  test('are answered in order; an empty list gets an empty list', async () => {
    const convo = newConvo();
    const many = ['b', 'a', 'b'].map((click_id) => offer(convo, { click: { click_id } }));
    const { status, json } = await post(many, {}, 'multi');
    assert.deepEqual(
      [status, json.length, json[0].id === json[2].id, json[0].id === json[1].id],
      [201, 3, true, false],
    );
    assert.deepEqual((await post([], {}, 'multi')).json, []);
  });

  test('are registered atomically: a conflict with a stored offer or within the list names the offer', async () => {
    const convo = newConvo();
    await post(offer(convo));
    const fresh = offer(convo, { click: { click_id: 'fresh' } });
    const conflicting = offer(convo, { info: { name: 'Teapot' } });
    const { status, json } = await post([fresh, conflicting], {}, 'multi');
    assert.equal(status, 409);
    assert.match(json.detail, /^Offer 1 of the request/);
    const twin = offer(convo, { click: { click_id: 'fresh' }, info: { name: 'Other' } });
    assert.equal((await post([fresh, twin], {}, 'multi')).status, 409);
    assert.equal((await retry(convo, { click_id: 'fresh' })).status, 409, 'none was registered');
  });

  test("may spell an offer's email in two ways", async () => {
    const convo = newConvo();
    const spelt = (email: string) => offer(convo, { click: { email } });
    const { status, json } = await post([spelt('ann@example.com'), spelt('ANN@Example.com')], {}, 'multi');
    assert.deepEqual([status, json[0]], [201, json[1]]);
    assert.equal((await retry(convo, { email: 'Ann@EXAMPLE.com' })).status, 200);
    assert.equal(await countOffers(convo), 1);
  });

  test('are all refused if one is invalid', async () => {
    const convo = newConvo();
    const { status, json } = await post([offer(convo), offer(convo, { info: { name: '' } })], {}, 'multi');
    assert.deepEqual([status, json.detail[0].loc], [422, ['body', 1, 'product_info', 'name']]);
    assert.equal((await retry(convo)).status, 404);
  });
});

describe('a card number in an offer', () => {
  const [card, masked] = ['4111 1111 1111 1111', '**** **** **** ****'];
  const texts = ['name', 'price', 'description', 'image_url', 'brand', 'category', 'currency'];
  const info = {
    ...Object.fromEntries(texts.map((field) => [field, `${field} ${card}`])),
    merchant: { id: 7, name: `Shop ${card}` },
  };

  test('is masked on every path into the store, and resending the offer is a replay', async () => {
    for (const [kind, prefer] of [
      ['single', ''],
      ['carousel', ''],
      ['multi', ''],
      ['single', 'respond-async'],
      ['multi', 'respond-async'],
    ] as const) {
      const convo = newConvo();
      const body = kind === 'multi' ? [offer(convo, { info })] : offer(convo, { info });
      for (const isReplay of [undefined, 'true']) {
        const { status, headers } = await post(body, prefer ? { prefer } : {}, kind);
        assert.deepEqual([status, headers['idempotent-replayed']], [201, isReplay], kind);
      }
      const [stored] = (await exported(convo)) as { product: Record<string, unknown> }[];
      assert.deepEqual(
        texts.map((field) => stored!.product[field]),
        texts.map((field) => `${field} ${masked}`),
      );
      assert.deepEqual(stored!.product.merchant, { id: 7, name: `Shop ${masked}` });
    }
  });
});

describe('an acknowledged offer', () => {
  test('reserves its identity at once and is registered later', async () => {
    const convo = newConvo();
    const ack = await post(offer(convo), { prefer: 'respond-async, wait=5' });
    assert.deepEqual(
      [ack.status, ack.json.message_type, ack.json.target, ack.json.data],
      [201, 'offer_ack', 'offers', {}],
    );
    assert.equal(ack.headers['preference-applied'], 'respond-async');
    assert.equal((await post(offer(convo, { info: { name: 'Other' } }))).status, 409);
    let answer = await retry(convo);
    assert.equal(answer.status, 200);
    for (const start = Date.now(); !answer.json.id; answer = await retry(convo)) {
      assert.ok(Date.now() - start < 10_000, 'still queued');
      assert.deepEqual(answer.json, ack.json);
      await sleep(20);
    }
    assert.deepEqual((await post(offer(convo))).json, ack.json, 'a replay returns the first answer');
    const job = await service.deps.store.getJob({ id: ack.json.message_id });
    assert.deepEqual([job?.state, job?.subject], ['done', String(answer.json.id)]);
    const [event] = (await service.call('GET', `/spy/${convo}`)).json.events;
    assert.deepEqual([event.data.message_id, event.data.id], [ack.json.message_id, answer.json.id]);
  });
});

describe('several acknowledged offers', () => {
  test('are acknowledged individually; offers registered before return their id', async () => {
    const convo = newConvo();
    const { json: first } = await post(offer(convo));
    const many = ['k1', 'k2', 'k3', 'k2'].map((click_id) => offer(convo, { click: { click_id } }));
    const { status, json, headers } = await post(many, { prefer: 'respond-async' }, 'multi');
    assert.deepEqual([status, json[0], headers['preference-applied']], [201, first, 'respond-async']);
    assert.deepEqual(json[1], json[3]);
    assert.notEqual(json[1].message_id, json[2].message_id);
    assert.equal(await countOffers(convo), 3);
  });
});

describe('a retry', () => {
  test('returns the original id, however the instant is written', async () => {
    const convo = newConvo();
    const { json } = await post(offer(convo));
    for (const click_datetime of [
      '2026-03-04T05:06:07Z',
      '2026-03-04T05:06:07+00:00',
      '2026-03-04T06:06:07+01:00',
      '2026-03-04 05:06:07.000',
    ]) {
      assert.deepEqual((await retry(convo, { click_datetime })).json, json, click_datetime);
    }
    const raw = `/offers/retry/${convo}/p1?email=ann@example.com&program=gold&click_id=k1&click_datetime=2026-03-04T06:06:07+01:00`;
    assert.deepEqual((await service.call('GET', raw)).json, json, 'a + that arrived as a space');
  });

  test('matches an original instant written with a space and without a time zone', async () => {
    const convo = newConvo();
    const { json } = await post(offer(convo, { click: { click_datetime: '2026-03-04 05:06' } }));
    for (const click_datetime of ['2026-03-04 05:06', '2026-03-04T05:06Z', '2026-03-04 06:06 01:00']) {
      assert.deepEqual((await retry(convo, { click_datetime })).json, json, click_datetime);
    }
    assert.equal((await retry(convo, { click_datetime: '2026-02-32 05:06' })).status, 409);
  });

  test('is a 404 without the offer and a 409 if a field differs; it never creates an offer', async () => {
    const convo = newConvo();
    assert.equal((await retry(convo)).status, 404);
    await post(offer(convo));
    for (const query of [
      { program: 'x' },
      { email: 'b@example.com' },
      { click_id: 'k2' },
      { click_datetime: '2026-03-04T05:06:08Z' },
      { click_datetime: 'x' },
    ]) {
      assert.equal((await retry(convo, query)).status, 409, JSON.stringify(query));
    }
    assert.equal(await countOffers(convo), 1);
  });
});

describe('links', () => {
  test('are normalised, except for macros, which a click fills in', () => {
    const link = normaliseLink('HTTPS://Track.Example.com/pubref:{click_id}/ä?p={program}&x={unknown}');
    assert.equal(link, 'https://track.example.com/pubref:{click_id}/%C3%A4?p={program}&x={unknown}');
    const filled = fillMacros(link, { click_id: 'a/b c', convo_id: 'c', presentation_id: 'p', program: 'g&h' });
    assert.equal(filled, 'https://track.example.com/pubref:a%2Fb%20c/%C3%A4?p=g%26h&x={unknown}');
  });

  test('must not have macros in their host, in any spelling, so that a visitor cannot choose the target', () => {
    const values = { click_id: 'evil.example', convo_id: 'c', presentation_id: 'p', program: 'evil.example' };
    for (const [sent, expected] of [
      ['https://{click_id}/{click_id}', 'https://{click_id}/evil.example'],
      ['https://shop.example{click_id}/', 'https://shop.example{click_id}/'],
      ['https://MACRO0Z/', 'https://macro0z/'],
      ['https://%6dacro3z.example?{program}', 'https://macro3z.example/?evil.example'],
      ['https://ｍacro0z.example/', 'https://macro0z.example/'],
    ] as const) {
      assert.equal(fillMacros(normaliseLink(sent), values), expected, sent);
    }
  });

  test('that cannot carry a click id are reported by host, preferring the direct link', () => {
    const [plain, tracked] = ['https://shop.example/k', 'https://t.example/{click_id}'];
    for (const [direct_link, detail_link, host] of [
      [plain, null, 'shop.example'],
      [tracked, null, undefined],
      [tracked, plain, undefined],
      [plain, tracked, 'shop.example'],
      [null, plain, 'shop.example'],
      [null, tracked, 't.example'],
      [null, null, undefined],
    ] as const)
      assert.equal(untrackedHostOf({ name: 'Kettle', presentment_id: 'p1', direct_link, detail_link }), host);
  });

  test('may only point to hosts in OFFER_LINK_HOSTS: a list, or the hosts of the catalogue', async () => {
    for (const [hosts, allowed, refused] of [
      ['shop.example,*.track.example', 'https://a.track.example/x', 'https://track.example/'],
      ['catalogue', 'https://shop.example.com/k', 'https://elsewhere.example.com/'],
      [undefined, 'https://shop.example.com/k', 'https://shop.example.com.evil.example/'],
    ] as const) {
      const strict = await startTestApp({ OFFER_LINK_HOSTS: hosts ?? '' });
      await strict.stock([{ id: 'k', name: 'Kettle', product_url: 'https://shop.example.com/k' }]);
      const send = (direct_link: string, kind: string, body: (offer: object) => object) =>
        strict.call('POST', `/offers/${kind}`, body(offer(newConvo(), { info: { direct_link } })));
      assert.equal((await send(allowed, 'single', (one) => one)).status, 201, allowed);
      const { status, json } = await send(refused, 'multi', (one) => [one]);
      assert.equal(status, 422);
      assert.deepEqual(json.detail, [
        {
          type: 'value_error',
          loc: ['body', 0, 'product_info', 'direct_link'],
          msg: 'Value error, host is not allowed',
          input: refused,
          ctx: { error: {} },
        },
      ]);
      await strict.stop();
    }
  });

  test('to forbidden hosts are all reported, and no offer is registered', async () => {
    await withApp({ OFFER_LINK_HOSTS: 'shop.example' }, async (strict) => {
      const convo = newConvo();
      const [good, evil] = ['https://shop.example/', 'https://evil.example/'];
      const many = [
        offer(convo, { click: { click_id: 'a' }, info: { direct_link: good, detail_link: evil } }),
        offer(convo, { click: { click_id: 'b' }, info: { direct_link: good } }),
        offer(convo, { click: { click_id: 'c' }, info: { direct_link: evil, detail_link: evil } }),
      ];
      const { status, json } = await strict.call('POST', '/offers/multi', many);
      assert.deepEqual(
        [status, json.detail.map(({ loc }: { loc: unknown[] }) => loc.slice(1))],
        [
          422,
          [
            [0, 'product_info', 'detail_link'],
            [2, 'product_info', 'direct_link'],
            [2, 'product_info', 'detail_link'],
          ],
        ],
      );
      assert.equal((await strict.call('GET', `/spy/${convo}`)).status, 404);
    });
  });
});
