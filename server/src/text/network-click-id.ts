// Adds the click id to the links of affiliate networks, so that their reports can be joined with our clicks.
import { hash } from 'node:crypto';
import { hasClickIdMacro } from './tracked-link.ts';

/** A form that every network accepts: up to 32 URL-safe characters. Other ids are replaced by a digest. */
export function networkClickId(program: string, click_id: string): string {
  if (/^[A-Za-z0-9_-]{1,32}$/.test(click_id)) return click_id;
  return hash('sha256', JSON.stringify([program, click_id]), 'base64url').slice(0, 32);
}

/** The form that networks are given, if it is another one than the id itself. */
export function networkForm(program: string, click_id: string): string | null {
  const form = networkClickId(program, click_id);
  return form === click_id ? null : form;
}

interface Network {
  hosts: RegExp;
  /** Pattern of tracking links, if the host also serves other pages. */
  links?: RegExp;
  /** The query parameter of the id, or … */
  parameter?: string;
  /** … the path segment of the id, and the pattern that precedes it. */
  segment?: { after: RegExp; name: string };
}

const CJ_HOSTS = /^(?:www\.)?(?:anrdoezrs\.net|dpbolvw\.net|jdoqocy\.com|kqzyfj\.com|tkqlhce\.com)$/;

/** Networks with tracking hosts of their own. Links on a customer's host need a macro instead. */
const NETWORKS: Network[] = [
  { hosts: CJ_HOSTS, links: /\/click-/, parameter: 'sid' },
  { hosts: CJ_HOSTS, segment: { after: /\/links\/\d+\/type\/\w+\//, name: 'sid/' } },
  { hosts: /^(?:www\.)?awin1\.com$/, parameter: 'clickref' },
  { hosts: /^click\.linksynergy\.com$/, parameter: 'u1' },
  { hosts: /\.(?:pxf\.io|sjv\.io|7eer\.net|evyy\.net|ojrq\.net)$/, parameter: 'subId1' },
  { hosts: /^(?:www\.)?shareasale(?:-analytics)?\.com$/, parameter: 'afftrack' },
  { hosts: /^prf\.hn$/, segment: { after: /\/click\/camref:[^/]+\//, name: 'pubref:' } },
  { hosts: /^(?:clk|pdt)\.tradedoubler\.com$/, parameter: 'epi' },
  { hosts: /^track\.webgains\.com$/, parameter: 'clickref' },
  { hosts: /^tc\.tradetracker\.net$/, parameter: 'r' },
  { hosts: /^(?:www\.)?avantlink\.(?:com|ca)$/, links: /\/click\.php/, parameter: 'ctc' },
  { hosts: /^(?:www\.)?(?:pntra|pntrac|pntrs|gopjn|pjatr|pjtra)\.com$/, parameter: 'sid' },
  { hosts: /\.(?:go2cloud|go2jump)\.org$/, parameter: 'aff_sub' },
  { hosts: /^track\.flexlinks(?:pro)?\.com$/, parameter: 'sub1' },
  { hosts: /^rover\.ebay\.com$/, parameter: 'customid' },
  { hosts: /^(?:www\.)?ebay\.[a-z.]{2,6}$/, links: /[?&]campid=/, parameter: 'customid' },
  { hosts: /^go\.(?:skimresources|redirectingat)\.com$/, parameter: 'xcust' },
  { hosts: /^redirect\.viglink\.com$/, parameter: 'cuid' },
];

/** Whether a link carries a click id, by a macro in its path or query or by a known network. */
export const canCarryClickId = (link: string): boolean => hasClickIdMacro(link) || networkOf(link) !== undefined;

/** Adds the id where the network expects it. An id that is already present is kept, and other links are not changed. */
export function addNetworkClickId(link: string, id: string): string {
  const network = networkOf(link);
  if (network?.segment) return addSegment(link, network.segment, id);
  return network?.parameter ? addParameter(link, network.parameter, id) : link;
}

function networkOf(link: string): Network | undefined {
  const { hostname } = new URL(link);
  return NETWORKS.find(({ hosts, links, segment }) =>
    hosts.test(hostname) ? (links ?? segment?.after ?? /^/).test(link) : false,
  );
}

function addSegment(link: string, { after, name }: NonNullable<Network['segment']>, id: string): string {
  return link.includes(`/${name}`) ? link : link.replace(after, (found) => `${found}${name}${id}/`);
}

/** Leaves the rest of the link as it is: it may be signed, or contain another link that is not properly encoded. */
function addParameter(link: string, name: string, id: string): string {
  const { searchParams, hash } = new URL(link);
  if (searchParams.get(name)) return link;
  if (searchParams.has(name)) return link.replace(new RegExp(`([?&]${name})=?(?=&|#|$)`), `$1=${id}`);
  const start = hash ? link.slice(0, -hash.length) : link;
  return `${start}${start.includes('?') ? '&' : '?'}${name}=${id}${hash}`;
}
