// Long fault-injection runs: `npm run torture -- [--goal N] [--minutes M] [--seed S]`. Every fault repeats the round of
// `npm test` until its torture size or its share of the time is reached.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { faults } from './faults/all.ts';
import { hostileTexts } from './faults/hostile-texts.ts';
import { orderOfReplies } from './faults/order-of-replies.ts';
import { overload } from './faults/overload.ts';
import { prunedSearches } from './faults/pruned-searches.ts';
import { seeded } from './support/seeded.ts';

const { values } = parseArgs({
  options: { goal: { type: 'string' }, minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const first = Number(values.seed ?? randomInt(2 ** 31));
// The last four are not in `npm test`: one needs strace, two compare times, one has its own test with fixed
// seeds.
const known = [...faults, orderOfReplies, overload, hostileTexts, prunedSearches];
const chosen = known.filter(({ goal }) => values.goal === undefined || goal === Number(values.goal));
if (chosen.length === 0) {
  console.error(`unknown goal ${values.goal}; known are ${known.map(({ goal }) => goal).join(', ')}`);
  process.exit(2);
}
const share_ms = (Number(values.minutes) * 60_000) / chosen.length;

let hasFailed = false;
for (const { goal, promise, round_size, torture_size, run } of chosen) {
  const end = Date.now() + share_ms;
  const total: Record<string, number> = {};
  let done = 0;
  for (let seed = first; done < torture_size && (done === 0 || Date.now() < end); seed++) {
    const { figures, violations } = await run({ count: round_size, random: seeded(seed) });
    done += round_size;
    for (const [name, figure] of Object.entries(figures)) {
      const before = total[name] ?? 0;
      total[name] = /_(ms|mb)$/.test(name) ? Math.max(before, figure) : before + figure;
    }
    for (const line of violations) console.error(`goal ${goal}, seed ${seed}: VIOLATED: ${line}`);
    if (violations.length === 0) continue;
    hasFailed = true;
    break;
  }
  const reached = done < torture_size ? `${done} of ${torture_size}, out of time` : `${done}`;
  console.log(`goal ${goal}, seeds from ${first}: ${promise}: ${reached}: ${JSON.stringify(total)}`);
}
process.exit(hasFailed ? 1 : 0);
