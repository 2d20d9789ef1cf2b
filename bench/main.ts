// `npm run bench -- NAME` runs a benchmark. Each prints ratios to a peer or a limit measured in the same run.
const BENCHES: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  chat: () => import('./chat.ts'),
  cluster: () => import('./cluster.ts'),
  feeds: () => import('./feeds.ts'),
  import: () => import('./import.ts'),
  ledger: () => import('./ledger.ts'),
  migrate: () => import('./migrate.ts'),
  relevance: () => import('./relevance.ts'),
  reports: () => import('./reports.ts'),
  search: () => import('./search.ts'),
  text: () => import('./text.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = BENCHES[name];
if (!load) {
  console.error(`usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [options]`);
  process.exit(2);
}
await (await load()).run(args);
