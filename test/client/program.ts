// Uses the installed client on the server at FINDERFEE_URL: every call, then streams. Tests run it with each Node.
import assert from 'node:assert/strict';
import { FinderfeeError } from '../../client/src/finderfee.ts';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { clientCalls } from '../support/client-calls.ts';

const client = new FinderfeeOperator();
for (const [name, call] of Object.entries(clientCalls(client, fetch))) {
  try {
    await call();
  } catch (error) {
    throw new Error(`${name} failed`, { cause: error });
  }
}

let text = '';
for await (const piece of client.chat.stream('c1', 'hello')) {
  if (piece.event === 'reply.delta') text += piece.data.text;
  else if (piece.event === 'done') assert.equal(piece.data.agent_reply, text);
}

for await (const { lastEventId } of client.conversations.follow('c1')) {
  assert.match(lastEventId, /\d/);
  break;
}
await assert.rejects(client.products.get('none'), FinderfeeError);
console.log(process.version);
