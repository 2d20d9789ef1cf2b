// The invented people of the demo activity, and the programs that they shop through.
import type { Random } from '../random.ts';

const GIVEN = 'Ada,Ben,Chloe,Dario,Elif,Finn,Greta,Hugo,Ines,Jonas,Kaya,Liam,Mara,Nils,Olive'.split(',');
const FAMILY = 'Abbott,Brandt,Costa,Duval,Eklund,Fischer,Granger,Hughes'.split(',');

interface Program {
  name: string;
  /** What shoppers get back; null: nothing. */
  rebate_pct: number | null;
  weight: number;
}

/** Their names tell the activity of the demo from that of an operator's own programs. */
export const PROGRAMS: readonly Program[] = [
  { name: 'demo-rewards', rebate_pct: 4, weight: 50 },
  { name: 'demo-students', rebate_pct: 6.5, weight: 25 },
  { name: 'demo-newsletter', rebate_pct: null, weight: 15 },
  { name: 'demo-app', rebate_pct: 2, weight: 10 },
];

export interface Shopper {
  email: string;
  program: Program;
}

/** Every family has everyone, so that there are 120 people. */
export const shoppers: readonly Shopper[] = FAMILY.flatMap((family, i) =>
  GIVEN.map((given, j) => ({
    email: `${given}.${family}@example.com`.toLowerCase(),
    program: nth(PROGRAMS, (i * 37 + j * 23) % 100),
  })),
);

function nth<T extends { weight: number }>(choices: readonly T[], point: number): T {
  let sum = 0;
  for (const choice of choices) {
    sum += choice.weight;
    if (point < sum) return choice;
  }
  return choices.at(-1)!;
}

export function weighted<T extends { weight: number }>(choices: readonly T[], random: Random): T {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  return nth(choices, random.next() * total);
}
