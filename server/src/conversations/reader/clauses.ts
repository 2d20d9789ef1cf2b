// A message in which somebody puts himself right says two things, one after the other: "in black, no wait, navy".

const MARKS = String.raw`[\s,.;:…-]+`;
/** Said in the middle of a message, these take back something of what came before. */
const TAKEN_BACK = new RegExp(
  `${MARKS}scratch that${MARKS}(?=[\\p{L}\\p{N}$€£])|${MARKS}(?=(?:(?:no|nope|oh|oops|hmm|sorry)${MARKS}(?:wait|sorry|actually|make (?:it|that)|i mean|i meant|rather)|wait${MARKS}no|actually${MARKS}(?:no|make (?:it|that))|i meant?|or rather|make that)${MARKS}[\\p{L}\\p{N}$€£])` +
    String.raw`|\s*[,;.…-]+\s+(?=(?:actually|wait|sorry|oops)[\s,]+[\p{L}\p{N}$€£])`,
  'iu',
);
/** Before these nothing was said that could be taken back. */
const NOTHING_SAID =
  /^(?:[^\p{L}\p{N}]|\b(?:no|nope|nah|oh|ok|okay|hmm|um|uh|well|hi|hey|hello|sorry|wait|actually|yes|yeah|can|could|would|you|u|we|please|pls|lets|let|us|just|i|and|but|so|then|now|maybe|perhaps|want|to|id|like|in|fact)\b)*$/iu;
/** Who takes back more than this is not read any better in pieces. */
const MAX_CLAUSES = 4;

export function clausesOf(message: string): string[] {
  const clauses: string[] = [];
  let rest = message;
  while (clauses.length < MAX_CLAUSES - 1) {
    const found = TAKEN_BACK.exec(rest);
    if (!found || NOTHING_SAID.test(rest.slice(0, found.index))) break;
    clauses.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
  }
  return [...clauses, rest];
}
