// Opens a feed's file, or stdin, as a stream of bytes: gzip and zip are unpacked, whatever the file is called.
import { createReadStream } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FeedError } from './feed-error.ts';
import { STDIN } from './stdin.ts';

const CHUNK_BYTES = 256 * 1024;
/** Packed files are read in smaller chunks: each expands to many rows, and progress advances by chunk. */
const PACKED_CHUNK_BYTES = 16 * 1024;
/** A gzip inside a gzip happens; more is somebody's joke. */
const MAX_LAYERS = 3;
/** Real feeds unpack to 10 to 30 times their size; a small one may do better. */
const MAX_RATIO = 200;
const FREE_UNPACKED_BYTES = 64 * 1024 ** 2;
const GZIP_START = 0x1f8b;
const ZIP_START = 0x504b0304;
const EMPTY_ZIP_START = 0x504b0506;
/** What else networks pack with a feed is a note or a folder. */
const MAX_ZIP_ENTRIES = 1000;

export interface OpenFeed {
  bytes: AsyncIterable<Buffer>;
  /** The size of the file, and how much of it has been read, both before unpacking. Null: stdin does not tell. */
  size: number | null;
  done(): number;
  /** Closes the source, also while a read of it is pending. */
  close(): void;
}

export async function openFeed(path: string): Promise<OpenFeed> {
  return path === STDIN ? openPipe(process.stdin) : openFile(path);
}

function openPipe(pipe: Readable): OpenFeed {
  let read = 0;
  const counted = (async function* () {
    for await (const chunk of inChunks(pipe, CHUNK_BYTES)) {
      if (read === 0 && isZip(startOf(chunk)))
        throw new FeedError('a zip cannot be read from stdin: save it to a file first');
      read += chunk.length;
      yield chunk;
    }
  })();
  const max_bytes = () => maxUnpacked(read);
  return { bytes: unpack(counted, MAX_LAYERS, max_bytes), size: null, done: () => read, close: () => pipe.destroy() };
}

/** Throws unless it is a file that can be read. */
export async function checkFile(path: string): Promise<{ size: number }> {
  const about = await stat(path);
  // How it is packed is looked up before it is read, and a pipe cannot be read twice.
  if (!about.isFile()) throw new FeedError('it is not a file; to read from a pipe, use - and send the feed to stdin');
  await access(path, constants.R_OK);
  return about;
}

async function openFile(path: string): Promise<OpenFeed> {
  const { size } = await checkFile(path);
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  const start = startOf(buffer.subarray(0, bytesRead));
  const chunk_bytes = start >>> 16 === GZIP_START ? PACKED_CHUNK_BYTES : CHUNK_BYTES;
  const { stream, share } = isZip(start)
    ? await openZip(path).catch(refuseZip)
    : { stream: createReadStream(path, { highWaterMark: chunk_bytes }), share: 1 };
  let read = 0;
  const counted = (async function* () {
    try {
      for await (const chunk of inChunks(stream as AsyncIterable<Buffer>, chunk_bytes)) {
        read += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (isZip(start)) refuseZip(error as Error);
      throw error;
    }
  })();
  const max_bytes = () => maxUnpacked(size);
  return {
    bytes: unpack(counted, MAX_LAYERS, max_bytes),
    size,
    done: () => Math.min(Math.floor(read * share), size),
    close: () => stream.destroy(),
  };
}

const startOf = (head: Buffer) => (head.length < 4 ? 0 : head.readUInt32BE(0));
const isZip = (start: number) => start === ZIP_START || start === EMPTY_ZIP_START;
const maxUnpacked = (packed_bytes: number) => Math.max(FREE_UNPACKED_BYTES, packed_bytes * MAX_RATIO);

/** The library words what is wrong with an archive, such as a path that leads out of a folder, but has no codes for it. */
function refuseZip(error: NodeJS.ErrnoException): never {
  throw error instanceof FeedError || error.code ? error : new FeedError(`the zip cannot be read: ${error.message}`);
}

/** The largest file of the archive. */
async function openZip(path: string): Promise<{ stream: Readable; share: number }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const entry = await largestEntry(zip);
    if (!entry) throw new FeedError('the zip holds no file');
    if (entry.isEncrypted()) throw new FeedError('the zip is encrypted');
    const stream = await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    stream.on('close', () => zip.close());
    // How far the archive is read is not told; it is as far as its content.
    return { stream, share: entry.compressedSize / Math.max(1, entry.uncompressedSize) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function largestEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    let largest: Entry | undefined;
    if (zip.entryCount > MAX_ZIP_ENTRIES) reject(new FeedError(`the zip holds ${zip.entryCount} files`));
    zip.on('error', reject);
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/') && entry.uncompressedSize > (largest?.uncompressedSize ?? -1)) largest = entry;
      zip.readEntry();
    });
    zip.on('end', () => resolve(largest));
    zip.readEntry();
  });
}

/** A zip's come small, and a record that is not whole yet is looked at again with each. */
async function* inChunks(pieces: AsyncIterable<Buffer>, chunk_bytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < chunk_bytes) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

async function* unpack(packed: AsyncIterable<Buffer>, layers: number, max_bytes: () => number): AsyncGenerator<Buffer> {
  const chunks = bounded(packed, max_bytes);
  const first = await chunks.next();
  if (first.done) return;
  const all = (async function* () {
    yield first.value;
    yield* chunks;
  })();
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip || layers === 0) yield* all;
  else yield* unpack(gunzip(all), layers - 1, max_bytes);
}

function gunzip(packed: AsyncIterable<Buffer>): Readable {
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // Errors reach the reader through `unzip`, which the pipeline destroys.
  pipeline(Readable.from(packed, { objectMode: false }), unzip, () => {});
  return unzip;
}

async function* bounded(chunks: AsyncIterable<Buffer>, max_bytes: () => number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > max_bytes()) throw new FeedError(`it unpacks to more than ${Math.floor(max_bytes() / 1e6)} MB`);
    yield chunk;
  }
}
