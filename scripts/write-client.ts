// Writes what is generated from openapi.json: sources of the client, and a Postman collection. With --check, fails if the committed ones are outdated.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { clientFiles, type OpenapiDocument } from './client-files.ts';
import { postmanCollection } from './postman-collection.ts';

const root = resolve(import.meta.dirname, '..');
const document = JSON.parse(readFileSync(`${root}/openapi.json`, 'utf8')) as OpenapiDocument;
const files = { ...(await clientFiles(document)), 'docs/postman-collection.json': postmanCollection(document) };
for (const [path, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, text);
  } else if (readFileSync(`${root}/${path}`, 'utf8') !== text) {
    console.error(`${path} is outdated: run \`npm run openapi\` and commit it`);
    process.exitCode = 1;
  }
}
