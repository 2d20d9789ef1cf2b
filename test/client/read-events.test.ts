// Server-sent events, in whatever pieces they arrive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents } from '../../client/src/server-sent-events.ts';

const STREAM =
  ': \n\nid: 1.0\nevent: click\ndata: {"name": "Kaffee ☕"}\n\n: \n\nevent: two\ndata: a\ndata:b\n\ndata: c\n\ndata: cut';
const EVENTS = [
  { event: 'click', data: '{"name": "Kaffee ☕"}', id: '1.0' },
  { event: 'two', data: 'a\nb', id: undefined },
  { event: 'message', data: 'c', id: undefined },
];

async function read(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  let count = 0;
  const events = await Array.fromAsync(readEvents(ReadableStream.from(pieces), () => count++));
  assert.equal(count, pieces.length);
  return events;
}

test('events are the same in pieces of any size; what was cut off is not an event', async () => {
  for (let size = 1; size <= STREAM.length; size++) assert.deepEqual(await read(STREAM, size), EVENTS, `size ${size}`);
});

test('lines may end in CR and LF', async () => {
  for (const size of [1, 2, 3, 5, 1000]) assert.deepEqual(await read(STREAM.replaceAll('\n', '\r\n'), size), EVENTS);
});
