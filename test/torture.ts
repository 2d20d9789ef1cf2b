// Every fault at length: `npm run torture -- [--goal N] [--minutes M] [--seed S]`. Each goal is run in rounds as large as
// those of `npm test`, until its long count is reached or its share of the time is over; it says which.
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
// The last four are not part of `faults.test.ts`: one needs strace, two compare times, one has fixed seeds in `npm test`.
const known = [...faults, orderOfReplies, overload, hostileTexts, prunedSearches];
const chosen = known.filter(({ goal }) => values.goal === undefined || goal === Number(values.goal));
if (chosen.length === 0) {
  console.error(`--goal knows ${known.map(({ goal }) => goal).join(', ')}, not ${values.goal}`);
  process.exit(2);
}
const share_ms = (Number(values.minutes) * 60_000) / chosen.length;

let isBroken = false;
for (const { goal, promise, ci, long, run } of chosen) {
  const end = Date.now() + share_ms;
  const total: Record<string, number> = {};
  let done = 0;
  for (let seed = first; done < long && (done === 0 || Date.now() < end); seed++) {
    const { figures, broken } = await run({ count: ci, random: seeded(seed) });
    done += ci;
    for (const [name, figure] of Object.entries(figures)) {
      // Counts add up; of times and sizes the largest is told.
      const sum = (total[name] ?? 0) + figure;
      total[name] = /_(ms|mb)$/.test(name) ? Math.max(total[name] ?? 0, figure) : sum;
    }
    for (const line of broken) console.error(`goal ${goal}, seed ${seed}: BROKEN: ${line}`);
    if (broken.length === 0) continue;
    isBroken = true;
    break;
  }
  const reached = done < long ? `${done} of ${long}, the time was over` : `${done}`;
  console.log(`goal ${goal}, from seed ${first}: ${promise}: ${reached}: ${JSON.stringify(total)}`);
}
process.exit(isBroken ? 1 : 0);
