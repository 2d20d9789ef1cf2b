// Every dialect, by name.
import type { Dialect } from '../dialect.ts';
import { admitad } from './admitad.ts';
import { awin } from './awin.ts';
import { everflow } from './everflow.ts';
import { flexoffers } from './flexoffers.ts';
import { generic } from './generic.ts';
import { impact } from './impact.ts';
import { rakuten } from './rakuten.ts';
import { tune } from './tune.ts';

export const DIALECTS: readonly Dialect[] = [awin, impact, admitad, rakuten, flexoffers, everflow, tune, generic];

export const findDialect = (name: string): Dialect | undefined => DIALECTS.find((dialect) => dialect.name === name);
