// The kinds of facts, and how pages show them.
import './kinds.css';
import type { LedgerFact } from '@finderfee/client';
import { hrefOf } from '../../router.ts';
import type { Tone } from '../../ui/chip.tsx';

export type Kind = LedgerFact['kind'];

/** In the order in which one leads to the next. */
export const KINDS: Readonly<Record<Kind, string>> = {
  offer: 'Offer',
  click: 'Click',
  signup: 'Signup',
  conversion: 'Conversion',
  reward: 'Reward',
};

export const isKind = (name: string | undefined): name is Kind => name !== undefined && Object.hasOwn(KINDS, name);

export const factHref = (kind: Kind, id: string | number): string => hrefOf(['ledger', kind, id]);

/** Masked ids lead nowhere. */
export const conversationHref = (convo_id: string): string | undefined =>
  convo_id.includes('***') ? undefined : hrefOf(['conversations', convo_id]);

const TONES: Readonly<Record<string, Tone>> = {
  approved: 'good',
  recorded: 'good',
  registered: 'good',
  pending: 'warn',
  declined: 'bad',
};

export const toneOf = (status: string): Tone => TONES[status] ?? 'plain';
