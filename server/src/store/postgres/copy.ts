// COPY in its text format, on the driver's own query class: it reads and writes whole batches faster than statements do.
import pg from 'pg';

/** The part of the driver's connection that its types leave out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

const NO_ROWS = Buffer.alloc(0);

class CopyQuery extends pg.Query {
  readonly #sent: Buffer;
  readonly #onData: (chunk: Buffer) => void;

  constructor(sql: string, io: { send?: Buffer; onData?: (chunk: Buffer) => void }, done: (error?: Error) => void) {
    super(sql, (error) => done(error));
    this.#sent = io.send ?? NO_ROWS;
    this.#onData = io.onData ?? (() => {});
  }

  /** Called by the driver when the server waits for rows. */
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#sent);
    connection.endCopyFrom();
  }

  /** Called by the driver for each row that the server sends. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onData(chunk);
  }
}

const run = (client: pg.Client, sql: string, io: ConstructorParameters<typeof CopyQuery>[1]) =>
  new Promise<void>((resolve, reject) => {
    client.query(new CopyQuery(sql, io, (error) => (error ? reject(error) : resolve())));
  });

/** Inserts lines of the text format. */
export const copyIn = (client: pg.Client, into: string, lines: string): Promise<void> =>
  run(client, `COPY ${into} FROM STDIN`, { send: Buffer.from(lines) });

/** Passes on the rows of a query as lines of the text format. A buffer is valid during the call only. */
export const copyOut = (client: pg.Client, query: string, onData: (lines: Buffer) => void): Promise<void> =>
  run(client, `COPY (${query}) TO STDOUT`, { onData });
