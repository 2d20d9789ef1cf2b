// Receives webhooks of Finderfee: verifies signatures, answers at once, ignores repeats, and prints each event.
// It has no dependencies. Copy it, and replace `handle`.
//
//   WEBHOOK_SECRET=whsec_… PORT=9000 node examples/webhook-receiver/receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env;
/** An older or newer request is refused, so that a recorded one cannot be sent again later. */
const TOLERANCE_S = 5 * 60;
/** Events are below 20 kB. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_REMEMBERED_IDS = 10_000;

const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
if (key.length < 24) throw new Error('set WEBHOOK_SECRET to the secret of the webhook');

/** Replace it with your own work. */
function handle(event) {
  console.log(JSON.stringify(event));
}

/** The signature covers the bytes as they arrived, so they are verified before they are parsed. */
function isAuthentic(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!id || !timestamp || !signatures) return false;
  const age_s = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age_s <= TOLERANCE_S)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are two after a rotation, one per secret.
  return signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Ids of events that were handled. An event can arrive more than once, always under the same id. In production, keep
 * the ids where your work has its effect, and in the same transaction.
 */
const handled = new Set();

function isRepeat(id) {
  if (handled.has(id)) return true;
  handled.add(id);
  if (handled.size > MAX_REMEMBERED_IDS) handled.delete(handled.values().next().value);
  return false;
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request);
    if (request.method !== 'POST' || body === undefined) return response.writeHead(400).end();
    if (!isAuthentic(request.headers, body)) return response.writeHead(401).end();
    // Answer first: after 15 seconds without an answer the event is sent again.
    response.writeHead(204).end();
    if (!isRepeat(request.headers['webhook-id'])) handle(JSON.parse(body));
  } catch (error) {
    console.error(error);
    response.destroy();
  }
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.error(`listening on http://127.0.0.1:${server.address().port}`);
});
