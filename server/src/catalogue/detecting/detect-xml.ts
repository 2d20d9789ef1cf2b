// Detects the item element and the format of an XML file.
import { SaxesParser } from 'saxes';
import { FeedError } from '../../reading/feed-error.ts';
import { columnName } from '../../reading/feed-record.ts';
import { type DetectedFormat, type RequestedFormat, requestedFormat, unknownFormat } from './detected-format.ts';
import { detectByColumns, scoreOf } from './signatures.ts';

interface Candidate {
  /** Paths of the elements and attributes inside. */
  columns: Set<string>;
  count: number;
}

export function detectXml(head: string, requested: RequestedFormat): DetectedFormat {
  const candidates = candidatesOf(head);
  const given = requestedFormat(requested);
  let best: { item: string; detected: DetectedFormat; score: number } | undefined;
  for (const [item, { columns, count }] of candidates) {
    if (requested.mapping?.item && requested.mapping.item !== item) continue;
    const known = given ? { format: given, by: [], score: scoreOf(given, columns) } : detectByColumns(columns);
    // Of two elements that match equally well, the one that repeats is the item.
    const score = known ? known.score * 10 + Math.min(count, 9) : 0;
    if (!known || known.score < 1 || score <= (best?.score ?? 0)) continue;
    const reason = `XML, ${item} with ${known.by.length > 0 ? known.by.join(', ') : 'the columns of the mapping'}`;
    best = {
      item,
      score,
      detected: { format: known.format, name: known.format.name, reason, shape: { kind: 'xml', item } },
    };
  }
  if (best) return best.detected;
  if (/<(?:!doctype\s+)?html\b/i.test(head.slice(0, 1000))) throw new FeedError('this is an HTML page, not a feed');
  const item = requested.mapping?.item;
  if (item && !candidates.has(item)) throw new FeedError(`the mapping does not fit: the file has no element ${item}`);
  const named = [...candidates].sort(([, a], [, b]) => b.count - a.count);
  const shown = named.slice(0, 3).map(([item, { columns }]) => `${item} (${[...columns].slice(0, 6).join(', ')})`);
  const columns = candidates.get(item ?? '')?.columns ?? new Set<string>();
  throw unknownFormat(requested, `XML with ${shown.join('; ') || 'no elements'}`, columns);
}

const MAX_DEPTH = 4;

function candidatesOf(head: string): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    const local = columnName(name.slice(name.indexOf(':') + 1));
    open.push(local);
    const names = Object.keys(attributes).map(columnName);
    const own = candidates.get(local) ?? { columns: new Set<string>(), count: 0 };
    own.count++;
    for (const attribute of names) own.columns.add(`@${attribute}`);
    candidates.set(local, own);
    for (let back = 2; back <= Math.min(open.length, MAX_DEPTH); back++) {
      const path = open.slice(1 - back).join('/');
      const ancestor = candidates.get(open.at(-back)!)!;
      ancestor.columns.add(path);
      for (const attribute of names) ancestor.columns.add(`${path}@${attribute}`);
    }
  });
  parser.on('closetag', () => open.pop());
  parser.write(head);
  return candidates;
}
