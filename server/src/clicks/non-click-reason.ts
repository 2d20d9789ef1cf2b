// Detects visits that are not clicks: prefetches, link previews, crawlers and scanners.

/**
 * User agents of crawlers, link previews, mail scanners and uptime checks. All others count as clients: HTTP libraries,
 * apps and back ends report real clicks. The exceptions in the patterns are Cubot phones and Pinterest's in-app
 * browser.
 */
const BOT_USER_AGENTS = new RegExp(
  [
    '(?<!cu)bot(?:\\b|_)|crawl|spider|slurp|archiver|scraper',
    'facebookexternalhit|facebookcatalog|meta-externalagent|whatsapp|skypeuripreview|bingpreview|embedly|quora link preview',
    'vkshare|pinterest/\\d|iframely|mastodon|google-inspectiontool|google-read-aloud|mediapartners-google|feedfetcher',
    'googleimageproxy|yahoomailproxy|yahoo! mail proxy|mimecast|proofpoint|barracuda|fireeye|mailscanner|linkcheck|urlscan',
    'ms-office|microsoft office existence|pingdom|uptime|statuscake|site24x7|lighthouse|pagespeed|w3c_validator',
  ].join('|'),
  'i',
);

export interface VisitHeaders {
  'user-agent'?: string | undefined;
  'sec-purpose'?: string | undefined;
  purpose?: string | undefined;
  'x-moz'?: string | undefined;
}

export function nonClickReason(headers: VisitHeaders): 'prefetch' | 'robot' | undefined {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ');
  if (/prefetch|prerender|preview/i.test(purposes)) return 'prefetch';
  return BOT_USER_AGENTS.test(headers['user-agent'] ?? '') ? 'robot' : undefined;
}
