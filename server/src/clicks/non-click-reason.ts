// Tells visits that are no clicks: machines that look at links before, or instead of, a person.

/**
 * Words by which crawlers, link previews, mail scanners and uptime checks name themselves. What is not named here is a
 * client: HTTP libraries, apps and back ends with names of their own report real clicks. So are Cubot's phones, and the
 * browser inside the app of Pinterest.
 */
const MACHINES = new RegExp(
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
  return MACHINES.test(headers['user-agent'] ?? '') ? 'robot' : undefined;
}
