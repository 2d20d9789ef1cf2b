// Goal 14: for any hostile link or visit, a redirect leads only to a link of a stored offer.
import { Agent, request } from 'node:http';
import { queryFacts } from '../support/facts.ts';
import { hostileLink, hostileValue, strangeHeaders, strangeQuery } from '../support/hostile-links.ts';
import { seeded } from '../support/seeded.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 48;
const ALLOWED_HOSTS = 'shop.example,*.track.example';
const isAllowedHost = (host: string) => host === 'shop.example' || host.endsWith('.track.example');
/** Macros may repeat, and their values grow when they are percent-encoded. */
const MAX_HEADER_BYTES = 2 ** 24;
const KNOWN_HEADERS = new Set(
  'location cache-control referrer-policy x-robots-tag x-content-type-options x-request-id vary content-length content-type date connection keep-alive'.split(
    ' ',
  ),
);

interface Reply {
  status: number;
  location: string | undefined;
  headerNames: string[];
  body: string;
}

/** Uses node:http, because fetch forbids a custom Host and hides repeated headers. */
function send(agent: Agent, url: string, path: string, body?: object, headers = {}): Promise<Reply> {
  const type = body ? { 'content-type': 'application/json' } : {};
  const options = { agent, method: body ? 'POST' : 'GET', path, maxHeaderSize: MAX_HEADER_BYTES };
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, headers: { ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          location: response.headers.location,
          headerNames: response.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

interface Attempt {
  convo_id: string;
  presentation_id: string;
  link: string;
  /** Macro values of the visit. */
  values: Record<string, string>;
  offer: Reply;
  visit: Reply;
}

async function attempt(agent: Agent, url: string, n: number, random: () => number): Promise<Attempt> {
  // Every id has a unique part; otherwise the visit could belong to an earlier offer.
  const idOf = (prefix: string) => `${prefix}${n}${random() < 0.8 ? '' : `-${hostileValue('', random)}`}`;
  const [convo_id, presentation_id] = [idOf('c'), idOf('p')];
  const direct_link = random() < 0.8 ? hostileLink(random) : null;
  const detail_link = direct_link === null || random() < 0.1 ? hostileLink(random) : null;
  const who = { program: 'gold', email: 'ann@example.com', click_id: `k${n}`, click_datetime: '2026-03-04T05:06:07Z' };
  const offer = await send(agent, url, '/offers/single', {
    product_click: { ...who, convo_id, presentation_id },
    product_info: { name: 'Kettle', presentment_id: presentation_id, direct_link, detail_link },
  });
  const query = {
    program: hostileValue('gold', random),
    email: hostileValue('ann@example.com', random),
    click_id: hostileValue(`k${n}`, random) || 'k',
    click_datetime: 'x',
  };
  const strange = strangeQuery(random);
  const path = `/clickthrough/${encodeURIComponent(convo_id)}/${encodeURIComponent(presentation_id)}`;
  const visit = await send(
    agent,
    url,
    `${path}?${new URLSearchParams(query)}${strange}`,
    undefined,
    strangeHeaders(random),
  );
  // The last occurrence of a repeated parameter wins.
  const click_id = /&click_id=(.*)/.exec(strange)?.[1] ?? query.click_id;
  // Macros are filled in direct links only.
  const values = direct_link === null ? {} : { convo_id, presentation_id, program: query.program, click_id };
  return { convo_id, presentation_id, link: (direct_link ?? detail_link)!, values, offer, visit };
}

/** Reference implementation: macros are filled in path and query, and each value is encoded as one component. */
function fill(link: string, values: Record<string, string>): string {
  const [head] = /^[^:]*:\/\/[^/\\?#]*/.exec(link) ?? [''];
  const [target = '', ...fragment] = link.slice(head.length).split(/(?=#)/);
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, () => encodeURIComponent(value)),
    target.startsWith('#') ? '' : target,
  );
  return head + filled + (target.startsWith('#') ? target : '') + fragment.join('');
}

/** Describes a wrong redirect, judged by the URL standard and the request. */
function faultOf({ link, values, visit }: Attempt, isListed: boolean): string | undefined {
  const location = visit.location ?? '';
  if (!/^[\x21-\x7e]+$/.test(location) || !URL.canParse(location)) return 'is not a URL';
  const [to, wanted] = [new URL(location), new URL(fill(link, values))];
  if (!/^https?:$/.test(to.protocol)) return 'is not an http or https URL';
  if (to.username || to.password || /^[^/]*\/\/[^/?#]*@/.test(location)) return 'has credentials';
  if (to.host !== new URL(link).host) return 'leads to another host';
  if (isListed && !isAllowedHost(to.hostname)) return 'leads to a host that is not allowed';
  return to.href === wanted.href ? undefined : 'is not the link with its macros filled';
}

function judge(attempt: Attempt, isListed: boolean): string | undefined {
  const { link, offer, visit } = attempt;
  const described = `${JSON.stringify(link.slice(0, 300))} → ${visit.status} ${JSON.stringify(visit.location?.slice(0, 300))}`;
  if (![201, 422].includes(offer.status)) return `an offer was answered with ${offer.status}: ${described}`;
  const expected = offer.status === 201 ? [302, 422] : [404, 422];
  if (!expected.includes(visit.status)) return `a visit after ${offer.status}: ${described}`;
  const strange = visit.headerNames.filter((name, i, all) => !KNOWN_HEADERS.has(name) || all.indexOf(name) < i);
  if (strange.length > 0) return `headers ${strange.join(', ')}: ${described}`;
  if (visit.status !== 302) return visit.location === undefined ? undefined : `not a redirect: ${described}`;
  const fault = faultOf(attempt, isListed);
  return fault && `a redirect ${fault}: ${described}`;
}

async function attack(hosts: string, count: number, seed: number, violations: string[]): Promise<number> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: hosts });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const redirects: Attempt[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const n = next++;
      const tried = await attempt(agent, server.url, n, seeded(seed + n));
      const fault = judge(tried, hosts !== '*');
      if (fault) violations.push(fault);
      if (tried.visit.status === 302) redirects.push(tried);
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const offers = await queryFacts(server.folder, 'SELECT * FROM offers');
    const byPresentment = new Map(offers.map((offer) => [`${offer.convo_id}\n${offer.presentation_id}`, offer]));
    for (const { convo_id, presentation_id, values, visit } of redirects) {
      const stored = byPresentment.get(`${convo_id}\n${presentation_id}`);
      const link = String(stored?.direct_link ?? stored?.detail_link);
      if (fill(link, values) !== visit.location)
        violations.push(`${visit.location} does not match the stored link ${link}`);
    }
    if (server.output.stderr !== '') violations.push(`errors were logged: ${server.output.stderr.slice(0, 1000)}`);
    return redirects.length;
  } finally {
    agent.destroy();
    await server.remove();
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  const violations: string[] = [];
  const half = Math.ceil(count / 2);
  const seed = Math.floor(random() * 2 ** 31);
  const [anywhere, listed] = await Promise.all([
    attack('*', half, seed, violations),
    attack(ALLOWED_HOSTS, half, seed + half, violations),
  ]);
  if (anywhere < half / 10 || listed < half / 20) violations.push('too few offers were accepted for a meaningful test');
  const figures = { links: 2 * half, redirects: anywhere, redirects_with_list: listed, violations: violations.length };
  return { figures, violations: violations.slice(0, 10) };
}

export const hostileLinks: Fault = {
  goal: 14,
  promise: 'a redirect leads to the link of a stored offer, with its macros filled and no extra header',
  round_size: 5000,
  torture_size: 100_000,
  run,
};
