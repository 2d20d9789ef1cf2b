// Opens a feed file or stdin as a stream of bytes. Gzip and zip are detected by content and unpacked.
import { createReadStream } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FeedError } from './feed-error.ts';
import { STDIN } from './stdin.ts';

const CHUNK_BYTES = 256 * 1024;
/** Compressed files are read in smaller chunks: each expands to many rows, and progress advances by chunk. */
const PACKED_CHUNK_BYTES = 16 * 1024;
/** A gzip within a gzip occurs in practice. Deeper nesting does not. */
const MAX_LAYERS = 3;
/** Zip bomb protection. Real feeds expand 10 to 30 times; small files may expand further. */
const MAX_RATIO = 200;
const FREE_UNPACKED_BYTES = 64 * 1024 ** 2;
const GZIP_START = 0x1f8b;
const ZIP_START = 0x504b0304;
const EMPTY_ZIP_START = 0x504b0506;
/** Bounds the work on an archive. Networks add a note or a folder to a feed, not a thousand files. */
const MAX_ZIP_ENTRIES = 1000;

export interface OpenFeed {
  bytes: AsyncIterable<Buffer>;
  /** Size of the file, and bytes read so far, both before unpacking. Null for stdin. */
  size: number | null;
  done(): number;
  /** Closes the source, even while a read is pending. */
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

/** Throws if it is not a readable file. */
export async function checkFile(path: string): Promise<{ size: number }> {
  const about = await stat(path);
  // Detecting the compression reads the start of the file twice, which a pipe does not allow.
  if (!about.isFile()) throw new FeedError('not a file; to read from a pipe, use - and send the feed to stdin');
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

/** The zip library describes faults such as a path outside the folder, but does not assign error codes to them. */
function refuseZip(error: NodeJS.ErrnoException): never {
  throw error instanceof FeedError || error.code ? error : new FeedError(`the zip cannot be read: ${error.message}`);
}

/** Opens the largest file of the archive. */
async function openZip(path: string): Promise<{ stream: Readable; share: number }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const entry = await largestEntry(zip);
    if (!entry) throw new FeedError('the zip contains no file');
    if (entry.isEncrypted()) throw new FeedError('the zip is encrypted');
    const stream = await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    stream.on('close', () => zip.close());
    // The library does not report its position in the archive. Estimate it from the unpacked bytes.
    return { stream, share: entry.compressedSize / Math.max(1, entry.uncompressedSize) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function largestEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    let largest: Entry | undefined;
    if (zip.entryCount > MAX_ZIP_ENTRIES)
      reject(new FeedError(`the zip contains ${zip.entryCount} files; the limit is ${MAX_ZIP_ENTRIES}`));
    zip.on('error', reject);
    zip.on('entry', (entry: Entry) => {
      if (!entry.fileName.endsWith('/') && entry.uncompressedSize > (largest?.uncompressedSize ?? -1)) largest = entry;
      zip.readEntry();
    });
    zip.on('end', () => resolve(largest));
    zip.readEntry();
  });
}

/** Zip streams deliver small pieces, and an incomplete record is scanned again with each one. */
async function* inChunks(pieces: AsyncIterable<Buffer>, chunk_bytes: number): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    buffered.push(piece);
    bytes += piece.length;
    if (bytes < chunk_bytes) continue;
    yield Buffer.concat(buffered);
    buffered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(buffered);
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
    if (total > max_bytes()) throw new FeedError(`the file unpacks to more than ${Math.floor(max_bytes() / 1e6)} MB`);
    yield chunk;
  }
}
