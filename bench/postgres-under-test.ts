// The PostgreSQL server of a benchmark: a child process that sends the server's address and runs until it is disconnected.
import { PostgresServer } from '../test/support/postgres-server.ts';

const server = await PostgresServer.create();
process.send!(server.url());
process.once('disconnect', () => void server.stop());
