// The click's own id in the links of affiliate networks that take one, so that their reports can be joined to our clicks.
import { createHash } from 'node:crypto';
import { hasClickIdMacro } from './tracked-link.ts';

/** What every network takes: at most 32 URL-safe characters. Other click ids go as a digest, the same one every time. */
export function networkClickId(program: string, click_id: string): string {
  if (/^[A-Za-z0-9_-]{1,32}$/.test(click_id)) return click_id;
  return createHash('sha256')
    .update(JSON.stringify([program, click_id]))
    .digest('base64url')
    .slice(0, 32);
}

interface Network {
  hosts: RegExp;
  /** Which of the host's links are tracking links, where not all are. */
  links?: RegExp;
  /** The query parameter that takes the id … */
  parameter?: string;
  /** … or the segment of the path, and what it stands behind. */
  segment?: { behind: RegExp; name: string };
}

const CJ_HOSTS = /^(?:www\.)?(?:anrdoezrs\.net|dpbolvw\.net|jdoqocy\.com|kqzyfj\.com|tkqlhce\.com)$/;

/** The networks with tracking hosts of their own; those on the hosts of their customers need a macro in the link. */
const NETWORKS: Network[] = [
  { hosts: CJ_HOSTS, links: /\/click-/, parameter: 'sid' },
  { hosts: CJ_HOSTS, segment: { behind: /\/links\/\d+\/type\/\w+\//, name: 'sid/' } },
  { hosts: /^(?:www\.)?awin1\.com$/, parameter: 'clickref' },
  { hosts: /^click\.linksynergy\.com$/, parameter: 'u1' },
  { hosts: /\.(?:pxf\.io|sjv\.io|7eer\.net|evyy\.net|ojrq\.net)$/, parameter: 'subId1' },
  { hosts: /^(?:www\.)?shareasale(?:-analytics)?\.com$/, parameter: 'afftrack' },
  { hosts: /^prf\.hn$/, segment: { behind: /\/click\/camref:[^/]+\//, name: 'pubref:' } },
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

/** Whether a click's id can reach the shop or network: by a macro in the path or query, or by a known network. */
export const canCarryClickId = (link: string): boolean => hasClickIdMacro(link) || networkOf(link) !== undefined;

/** The link with the id where its network wants it. A link that has one keeps it, and the link of no network stays. */
export function addNetworkClickId(link: string, id: string): string {
  const network = networkOf(link);
  if (network?.segment) return addSegment(link, network.segment, id);
  return network?.parameter ? addParameter(link, network.parameter, id) : link;
}

function networkOf(link: string): Network | undefined {
  const { hostname } = new URL(link);
  return NETWORKS.find(({ hosts, links, segment }) =>
    hosts.test(hostname) ? (links ?? segment?.behind ?? /^/).test(link) : false,
  );
}

function addSegment(link: string, { behind, name }: NonNullable<Network['segment']>, id: string): string {
  return link.includes(`/${name}`) ? link : link.replace(behind, (found) => `${found}${name}${id}/`);
}

/** Nothing else of the link is touched: it may be signed, or hold another link that is spelled loosely. */
function addParameter(link: string, name: string, id: string): string {
  const { searchParams, hash } = new URL(link);
  if (searchParams.get(name)) return link;
  if (searchParams.has(name)) return link.replace(new RegExp(`([?&]${name})=?(?=&|#|$)`), `$1=${id}`);
  const start = hash ? link.slice(0, -hash.length) : link;
  return `${start}${start.includes('?') ? '&' : '?'}${name}=${id}${hash}`;
}
