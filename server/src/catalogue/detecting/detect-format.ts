// Detects the format of a feed by its content.

import { FeedError } from '../../reading/feed-error.ts';
import { columnName } from '../../reading/feed-record.ts';
import { detectDelimited } from './detect-delimited.ts';
import { detectXml } from './detect-xml.ts';
import type { DetectedFormat, RequestedFormat, Shape } from './detected-format.ts';
import { detectByColumns, FORMATS } from './signatures.ts';

export function detectFormat(head: string, requested: RequestedFormat): DetectedFormat {
  if (head.trim() === '') throw new FeedError('the file is empty');
  const start = head.trimStart()[0];
  const found =
    start === '<'
      ? detectXml(head, requested)
      : start === '{' || start === '['
        ? detectJson(head, requested)
        : detectDelimited(head, requested);
  if (requested.format && requested.format !== found.name && requested.format !== 'mapped') {
    const format = FORMATS.find(({ name }) => name === requested.format);
    if (requested.format === 'finderfee' && found.shape.kind !== 'json')
      throw new FeedError('the format finderfee is JSONL, but this file is not');
    return { ...found, format, name: requested.format, reason: 'as requested' };
  }
  return found;
}

function detectJson(head: string, requested: RequestedFormat): DetectedFormat {
  const isObjects = /^\s*\{\s*"[^"]*"\s*:\s*\[/.test(head);
  const isArray = /^\s*\[/.test(head) || isObjects;
  const shape: Shape = { kind: 'json', isArray, isInObject: isObjects };
  if (requested.mapping) return { format: requested.mapping, name: 'mapped', reason: 'using the mapping', shape };
  const keys = isArray ? firstKeysOfArray(head) : firstKeys(head);
  const merchant = keys.has('merchant') && keys.has('name');
  const known = merchant ? undefined : detectByColumns(keys);
  if (known)
    return { format: known.format, name: known.format.name, reason: `JSON with ${known.by.join(', ')}`, shape };
  return {
    format: undefined,
    name: 'finderfee',
    reason: merchant ? 'JSON with name and merchant' : 'JSON in no other known format',
    shape,
  };
}

const MAX_LINES = 50;

function firstKeys(head: string): Set<string> {
  for (const line of head.split('\n', MAX_LINES)) {
    const keys = keysOf(line);
    if (keys.size > 1) return keys;
  }
  return new Set();
}

function keysOf(text: string): Set<string> {
  try {
    return new Set(Object.keys(JSON.parse(text)).map(columnName));
  } catch {
    return new Set();
  }
}

/** Keys in the prefix of the file. The first object may be longer than the prefix, so it cannot be parsed. */
const firstKeysOfArray = (head: string) =>
  new Set([...head.matchAll(/"([^"\\]{1,60})"\s*:/g)].map(([, key]) => columnName(key!)));
