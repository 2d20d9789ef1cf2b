// Which OpenSearch URLs are accepted. Messages do not repeat them, because they may contain a password.

const FORM = 'must be a list of URLs like https://user:password@host:9200, with special characters percent-encoded';

export interface OpenSearchNodes {
  /** Without credentials. */
  nodes: string[];
  /** Value of the Authorization header. */
  authorization?: string;
}

/** The nodes of a comma-separated list, or why the list is refused. */
export function readOpenSearchUrl(text: string): OpenSearchNodes | string {
  const words = text.split(',').map((word) => word.trim());
  if (!words.every(isNodeUrl)) return FORM;
  const urls = words.map((word) => new URL(word));
  const { username, password } = urls[0]!;
  if (urls.some((url) => url.username !== username || url.password !== password))
    return 'must have the same user and password in every URL';
  const nodes = urls.map(({ origin, pathname }) => origin + pathname.replace(/\/+$/, ''));
  if (!username && !password) return { nodes };
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { nodes, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  } catch {
    return FORM; // A percent sign that encodes nothing.
  }
}

function isNodeUrl(word: string): boolean {
  if (!/^https?:\/\/[^?#\s]+$/.test(word) || !URL.canParse(word)) return false;
  // A password with an unencoded `/` ends the authority early, which moves the @ into the path.
  return !new URL(word).pathname.includes('@');
}
