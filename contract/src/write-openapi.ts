// Writes openapi.json. With --check, fails if the committed file is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { openapiDocument } from './openapi.ts';

const path = `${import.meta.dirname}/../../openapi.json`;
const current = `${JSON.stringify(openapiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(path, current);
else if (readFileSync(path, 'utf8') !== current) {
  console.error('openapi.json is outdated: run `npm run openapi` and commit it');
  process.exit(1);
}
