// The back end of a rewards program: search, offer, redirect, signup, and a webhook that counts what shoppers earn.
//
//   FINDERFEE_URL=http://127.0.0.1:8080 FINDERFEE_API_KEY=ff_… WEBHOOK_SECRET=whsec_… node examples/rewards-backend/server.mjs
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Finderfee, FinderfeeError, unwrapWebhook, WebhookSignatureError } from '@finderfee/client';

const { PORT = '3000', PROGRAM = 'gold', WEBHOOK_SECRET = '' } = process.env;
const client = new Finderfee();

/** Registers an offer for each product found, and returns the links to show to the shopper. */
async function search(query, email) {
  const convo_id = randomUUID();
  const { items } = await client.products.search({ query, per_page: 10 }, { convoId: convo_id });
  const offers = items.map((item) => ({ item, click: clickOf(convo_id, email), rebate_pct: 4 }));
  if (offers.length > 0) await client.offers.createMany(offers.map(offerOf));
  return {
    convo_id,
    products: offers.map(({ item: { name, price }, click }) => ({
      name,
      price: price.final_value,
      // The redirect records a click of its own.
      link: client.clicks.redirectUrl({ ...click, click_id: randomUUID() }),
    })),
  };
}

const clickOf = (convo_id, email) => ({
  program: PROGRAM,
  email,
  convo_id,
  presentation_id: randomUUID(),
  click_id: randomUUID(),
  click_datetime: new Date().toISOString(),
});

const offerOf = ({ item, click, rebate_pct }) => ({
  product_click: click,
  product_info: {
    name: item.name,
    presentment_id: click.presentation_id,
    direct_link: item.merchant_url || null,
    detail_link: item.product_url || null,
    value: item.price.final_value,
    currency: item.price.currency,
    merchant: item.merchant && { id: item.merchant.id, name: item.merchant.name },
    rebate_pct,
  },
});

/** Approved rewards by email. In production, a table with the id of each event, because events can arrive twice. */
const balances = new Map();
const handled = new Set();

async function receive(body, headers) {
  const event = await unwrapWebhook(body, headers, WEBHOOK_SECRET);
  if (handled.has(event.id)) return {};
  handled.add(event.id);
  if (event.type === 'reward.changed' && event.data.status === 'approved') {
    const { email, amount } = event.data;
    balances.set(email, (balances.get(email) ?? 0) + Number(amount));
  }
  return {};
}

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const body = (await request.toArray()).join('');
  if (pathname === '/search') return search(searchParams.get('q'), searchParams.get('email'));
  if (pathname === '/join') {
    const { convo_id, email } = JSON.parse(body);
    return client.signups.record(convo_id, { program: PROGRAM, email });
  }
  if (pathname === '/webhook') return receive(body, request.headers);
  if (pathname === '/balances') return Object.fromEntries(balances);
  return null;
}

const server = createServer(async (request, response) => {
  try {
    const reply = await answer(request);
    response.writeHead(reply ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  } catch (error) {
    if (!(error instanceof FinderfeeError)) throw error;
    console.error(`${error.name} ${error.requestId ?? ''}: ${error.message}`);
    response
      .writeHead(error instanceof WebhookSignatureError ? 401 : 502)
      .end(JSON.stringify({ error: error.message }));
  }
});
server.listen(Number(PORT), () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
