// Applies a message to the state, clause by clause if it corrects itself.

import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { applyReading, type Turn } from './apply-reading.ts';
import type { ChatState, ShownItem } from './chat-state.ts';
import { type Reading, readMessage } from './reader/read-message.ts';

export function followMessage(
  before: ChatState,
  message: string,
  shown: ShownItem[],
  vocabulary: Vocabulary,
): { turn: Turn; reading: Reading } {
  const readings = readMessage(message, vocabulary);
  let state = before;
  let isNew = false;
  for (const clause of readings.slice(0, -1)) {
    const turn = applyReading(state, clause, shown, vocabulary);
    // A clause without a search has nothing to correct.
    if (turn.act !== 'search') continue;
    state = turn.state;
    isNew ||= turn.is_new_subject;
  }
  const reading = readings.at(-1)!;
  const turn = applyReading(state, reading, shown, vocabulary);
  const isSaid = turn.act === 'talk' && state !== before && !reading.is_reset;
  return {
    turn: { ...turn, act: isSaid ? 'search' : turn.act, is_new_subject: isNew || turn.is_new_subject },
    reading,
  };
}
