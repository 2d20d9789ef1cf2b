// The generated catalogue as files, written once per run: the same products for every engine and for the import.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseProduct } from '../../server/src/catalogue/parse-product.ts';
import { isOnSale } from '../../server/src/product/product.ts';
import type { ProductChange } from '../../server/src/store/packed-changes.ts';
import { stem } from '../../server/src/text/analyse.ts';
import { tokensOf } from '../../server/src/text/tokens.ts';
import { generateCatalogue } from '../generate-catalogue.ts';
import type { BenchCatalogue, PeerProduct } from '../peers/engine.ts';
import { readLines } from './read-lines.ts';

const BATCH = 1000;

/** In our JSONL format, as `finderfee import` reads it. */
export const catalogueFile = (folder: string) => `${folder}/catalogue.jsonl`;
const peersFile = (folder: string) => `${folder}/peers.jsonl`;

/** Writes both files and returns the products without their texts, for checking search results. */
export async function writeCatalogue(folder: string, count: number): Promise<PeerProduct[]> {
  const products: PeerProduct[] = [];
  const files = [createWriteStream(catalogueFile(folder)), createWriteStream(peersFile(folder))] as const;
  const stems = new Map<string, string>();
  const shared = new Map<string, string>();
  const share = (text: string) => shared.get(text) ?? shared.set(text, text).get(text)!;
  const write = async (lines: [string[], string[]]) => {
    for (const [i, file] of files.entries()) if (!file.write(lines[i]!.join(''))) await once(file, 'drain');
  };
  let lines: [string[], string[]] = [[], []];
  for (const line of generateCatalogue(count)) {
    const product = peerProductOf(line, products.length + 1, stems);
    lines[0].push(`${line}\n`);
    lines[1].push(`${JSON.stringify(product)}\n`);
    products.push({ ...product, text: '', brand: share(product.brand), department: share(product.department) });
    if (lines[0].length < BATCH) continue;
    await write(lines);
    lines = [[], []];
  }
  await write(lines);
  await Promise.all(files.map((file) => finished(file.end())));
  return products;
}

function peerProductOf(line: string, product_no: number, stems: Map<string, string>): PeerProduct {
  const { product, merchant } = readLine(line);
  const stemOf = (word: string) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const stemmed = stem(word);
    // Words with digits are unique to a product, so caching them gains nothing.
    if (!/\d/.test(word)) stems.set(word, stemmed);
    return stemmed;
  };
  const searched = ['name', 'category', 'model', 'brand', 'description', 'id', 'barcode', 'sku'] as const;
  const tokens = searched.flatMap((field) => {
    const { words, extras } = tokensOf(product[field]!);
    return [...words.map(stemOf), ...extras];
  });
  return {
    product_no,
    text: tokens.join(' '),
    brand: product.brand!,
    merchant_id: merchant.id!,
    department: product.category!.split(' > ')[0]!,
    final_price: product.final_amount!,
    on_sale: isOnSale(product),
    in_stock: product.in_stock!,
  };
}

function readLine(line: string) {
  const read = parseProduct(JSON.parse(line));
  if ('reason' in read) throw new Error(`invalid generated product: ${read.field} ${read.reason}`);
  return read;
}

/** The first `count` products. `readingMs` is the time spent on reading the files, which does not count as ingest. */
export function openCatalogue(folder: string, count: number): BenchCatalogue & { readingMs(): number } {
  let reading_ms = 0;
  function* batches<T>(file: string, itemOf: (line: string, product_no: number) => T): Generator<T[]> {
    const lines = readLines(file);
    for (let read = 0; read < count; ) {
      const started = performance.now();
      const batch: T[] = [];
      while (batch.length < BATCH && read < count) batch.push(itemOf(lines.next().value!, ++read));
      reading_ms += performance.now() - started;
      yield batch;
    }
    lines.return(undefined);
  }
  return {
    products: () => batches(peersFile(folder), (line) => JSON.parse(line) as PeerProduct),
    changes: () => batches(catalogueFile(folder), changeOf),
    lines: () => batches(catalogueFile(folder), (line) => line),
    readingMs: () => reading_ms,
  };
}

function changeOf(line: string, product_no: number): ProductChange {
  const { product, merchant } = readLine(line);
  const data = JSON.stringify(product);
  return { change_no: product_no, product_no, merchant_id: merchant.id!, merchant_name: merchant.name, data };
}
