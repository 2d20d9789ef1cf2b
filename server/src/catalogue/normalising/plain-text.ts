// Converts feed texts to plain text: strips HTML, decodes entities, repairs double-encoded UTF-8, collapses white
// space.
import { decodeHTML } from 'entities/decode';
import { WINDOWS_1252 } from '../../reading/windows-1252.ts';

const MAY_BE_HTML = /<|&[#a-z]/i;
const BLOCKS = /<\s*(?:br|\/?p|\/?div|\/?li|\/?ul|\/?ol|\/?tr|\/?td|\/?th|\/?h[1-6]|\/?table|\/?section)\b[^<>]*>/gi;
const INVISIBLE = /<(?:(script|style|head|template)\b|!--)/gi;
const TAGS = /<\/?[a-z][^<>]*>|<![a-z[][^<>]*>/gi;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\ufeff\ufffe\uffff]/g;
/** Two-byte UTF-8 sequences decoded as Windows-1252. */
const MOJIBAKE =
  /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â(?:€|„)|[ÐÑ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

const BYTE_OF = new Map(WINDOWS_1252.map((char, byte) => [char, byte]));

/** Fast path: ASCII without `<`. */
const PLAIN_ASCII = /^[ -;=-~]*$/;
const IRREGULAR_SPACE = /\s\s|[^\S ]/;

/** The text on one line, as a reader sees it. */
export function plainText(text: string): string {
  const mayBeHtml = MAY_BE_HTML.test(text);
  if (!mayBeHtml && PLAIN_ASCII.test(text) && !text.includes('  ')) return text.trim();
  let plain = mayBeHtml ? withoutMarkup(text) : text;
  if (MOJIBAKE.test(plain)) plain = repairEncoding(plain);
  plain = plain.replace(CONTROLS, '');
  if (!plain.isWellFormed()) plain = plain.toWellFormed();
  return (IRREGULAR_SPACE.test(plain) ? plain.replace(/\s+/g, ' ') : plain).trim();
}

/** Entities may hide markup and further entities: `&lt;b&gt;Tom &amp;amp; Jerry`. */
function withoutMarkup(text: string): string {
  const shown = stripTags(decodeHTML(stripTags(text)));
  return /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i.test(shown) ? stripTags(decodeHTML(shown)) : shown;
}

function stripTags(text: string): string {
  if (!text.includes('<')) return text;
  return withoutInvisible(text).replace(BLOCKS, ' ').replace(TAGS, '');
}

/** Removes elements that a browser does not render. Linear in the length of the text, which is untrusted. */
function withoutInvisible(text: string): string {
  const folded = text.toLowerCase();
  // Some characters change length in lower case; indexes must stay valid.
  const lower = folded.length === text.length ? folded : text;
  let shown = '';
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index < from) continue;
    const end = match[1] ? `</${match[1].toLowerCase()}` : '-->';
    const index = lower.indexOf(end, match.index);
    if (index < 0) break;
    const close = match[1] ? lower.indexOf('>', index) + 1 : index + end.length;
    shown += `${text.slice(from, match.index)} `;
    from = close > 0 ? close : text.length;
  }
  return shown + text.slice(from);
}

const MOJIBAKE_RUN = /[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g;

/**
 * Reverts UTF-8 that was decoded as Windows-1252 and encoded again. Sequences that are not valid UTF-8 stay as they
 * are.
 */
const repairEncoding = (text: string) =>
  text.replace(MOJIBAKE_RUN, (run) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(
        Uint8Array.from(run, (char) => BYTE_OF.get(char) ?? 0xff),
      );
    } catch {
      return run;
    }
  });
