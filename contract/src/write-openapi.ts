// Writes openapi.json, or with --check fails when the committed one is not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { openapiDocument } from './openapi.ts';

const path = `${import.meta.dirname}/../../openapi.json`;
const current = `${JSON.stringify(openapiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(path, current);
else if (readFileSync(path, 'utf8') !== current) {
  console.error('openapi.json is not current: run `npm run openapi` and commit it');
  process.exit(1);
}
