// Uploads the products of a JSONL file in batches, and prints what the service rejected.
//
//   FINDERFEE_URL=http://127.0.0.1:8080 FINDERFEE_API_KEY=ff_… node examples/feed-uploader/upload.mjs products.jsonl
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { FinderfeeOperator } from '@finderfee/client/operator';

const BATCH = 1000;
const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: upload.mjs products.jsonl');

const client = new FinderfeeOperator();
const totals = { inserted: 0, updated: 0, unchanged: 0 };
let rejected = 0;

async function upload(batch) {
  const { faults, ...counts } = await client.catalogue.upsert(batch);
  for (const name of Object.keys(totals)) totals[name] += counts[name];
  rejected += faults.length;
  for (const { index, field, reason } of faults) console.error(`${batch[index].id}: ${field} ${reason}`);
}

const batch = [];
for await (const line of createInterface({ input: createReadStream(file) })) {
  if (line.trim() === '') continue;
  batch.push(JSON.parse(line));
  if (batch.length === BATCH) await upload(batch.splice(0));
}
if (batch.length > 0) await upload(batch);
console.log(JSON.stringify({ ...totals, rejected }));
process.exitCode = rejected > 0 ? 1 : 0;
