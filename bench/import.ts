// Import throughput compared with the bare parser of each format, and peak memory:
// `npm run bench -- import [--mb 100] [--kinds csv,xml,jsonl]`. `--store postgres` compares PostgreSQL with SQLite instead.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FeedKind, generateFeed } from './generate-feeds.ts';
import { compareStores } from './import-stores.ts';
import type { Measurement, Task } from './import-under-test.ts';

export async function run(args: string[]): Promise<void> {
  const options = {
    mb: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    kinds: { type: 'string', default: 'csv,xml,jsonl' },
    store: { type: 'string', default: 'sqlite' },
  } as const;
  const { values } = parseArgs({ args, options });
  const bytes = Number(values.mb) * 1e6;
  const table: Record<string, object> = {};
  for (const kind of values.kinds.split(',') as FeedKind[]) {
    const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
    try {
      const path = join(folder, `feed.${kind}`);
      const rows = await generateFeed(kind, path, bytes);
      const rounds = Number(values.rounds);
      if (values.store === 'postgres') {
        const inStore = (task: Task, place: string) => inProcess(task, kind, path, place);
        table[kind] = await compareStores({ rows, rounds, folder, measure: inStore });
        continue;
      }
      const measure = (task: Task) => best(rounds, () => inProcess(task, kind, path, join(folder, 'data')));
      let imports = 0;
      const fresh = () => inProcess('import', kind, path, join(folder, `data-${imports++}`));
      const peer = kind === 'csv' ? await measure('peer') : undefined;
      const bare = await measure('parse');
      const read = await measure('read');
      const imported = await best(rounds, fresh);
      await inProcess('import', kind, path, join(folder, 'data'));
      const again = await measure('import');
      const rate = (seconds: number) => Math.round(rows / seconds);
      const share = (part: number, of: number) => (part / of).toFixed(2);
      const parser = peer ?? bare;
      table[kind] = {
        rows,
        parser: { csv: 'csv-parse', xml: 'saxes', jsonl: 'JSON.parse' }[kind],
        'parser only, rows/s': rate(parser.cpu_seconds),
        ...(peer ? { 'our splitter only, rows/s': rate(bare.cpu_seconds) } : {}),
        'read and normalised, rows/s': rate(read.cpu_seconds),
        'fraction of parser': share(parser.cpu_seconds, read.cpu_seconds),
        'imported, rows/s': rate(imported.seconds),
        'fraction of parser, wall clock': share(parser.seconds, imported.seconds),
        'unchanged re-import, rows/s': rate(again.seconds),
        'extra memory, MB': Math.round(imported.extra_bytes / 1e6),
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  console.table(table);
}

/** The best of several rounds: other load on the machine can only slow a round down. */
async function best(rounds: number, measure: () => Promise<Measurement>): Promise<Measurement> {
  let fastest: Measurement | undefined;
  for (let i = 0; i < rounds; i++) {
    const measured = await measure();
    if (!fastest || measured.seconds < fastest.seconds) fastest = measured;
  }
  return fastest!;
}

/** A process per measurement, so that peak memory is not shared. */
async function inProcess(task: Task, kind: FeedKind, path: string, folder: string): Promise<Measurement> {
  const child = fork(new URL('./import-under-test.ts', import.meta.url), [task, kind, path, folder]);
  const [measured] = (await once(child, 'message')) as [Measurement];
  await once(child, 'exit');
  return measured;
}
