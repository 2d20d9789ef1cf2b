// Opens a feed's file as a stream of bytes: gzip and zip are unpacked, whatever the file is called.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FeedError } from './feed-error.ts';

const CHUNK_BYTES = 256 * 1024;
/** A gzip inside a gzip happens; more is somebody's joke. */
const MAX_LAYERS = 3;
/** What a file may unpack to: an archive can claim any size. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 3;

export interface OpenFeed {
  bytes: AsyncIterable<Buffer>;
  /** The size of the file, and how much of it has been read: both as it lies on disk. */
  size: number;
  done(): number;
}

export async function openFeed(path: string): Promise<OpenFeed> {
  const about = await stat(path);
  // How it is packed is looked up before it is read, and a pipe cannot be read twice.
  if (!about.isFile()) throw new FeedError('it is not a file; what a pipe gives must be saved to one first');
  const { size } = about;
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  const isZip = bytesRead === 4 && buffer.readUInt32BE(0) === 0x504b0304;
  const { stream, share } = isZip
    ? await openZip(path)
    : { stream: createReadStream(path, { highWaterMark: CHUNK_BYTES }), share: 1 };
  let read = 0;
  const counted = (async function* () {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
  })();
  return { bytes: unpack(counted, MAX_LAYERS), size, done: () => Math.min(Math.floor(read * share), size) };
}

/** The largest file of the archive: what else networks pack is a note or a folder. */
async function openZip(path: string): Promise<{ stream: Readable; share: number }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const entry = await largestEntry(zip);
  if (!entry) throw Object.assign(new Error('the zip holds no file'), { code: 'Z_DATA_ERROR' });
  const stream = await new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  stream.on('close', () => zip.close());
  // How far the archive is read is not told; it is as far as its content.
  return { stream, share: entry.compressedSize / Math.max(1, entry.uncompressedSize) };
}

function largestEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    let largest: Entry | undefined;
    zip.on('error', reject);
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/') && entry.uncompressedSize > (largest?.uncompressedSize ?? -1)) largest = entry;
      zip.readEntry();
    });
    zip.on('end', () => resolve(largest));
    zip.readEntry();
  });
}

async function* unpack(source: AsyncIterable<Buffer>, layers: number): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const all = (async function* () {
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  })();
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip || layers === 0) yield* bounded(all);
  else yield* unpack(gunzip(all), layers - 1);
}

function gunzip(packed: AsyncIterable<Buffer>): Readable {
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const source = Readable.from(packed, { objectMode: false });
  source.on('error', (error) => unzip.destroy(error));
  return source.pipe(unzip);
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > MAX_UNPACKED_BYTES)
      throw Object.assign(new Error(`it unpacks to more than ${MAX_UNPACKED_BYTES} bytes`), { code: 'Z_DATA_ERROR' });
    yield chunk;
  }
}
