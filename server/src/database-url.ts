// Which database URLs are accepted. Messages do not repeat the URL, because it contains a password.

const FORM = 'must be a URL like postgres://user:password@host:5432/database, with special characters percent-encoded';
/** `prefer` and `allow` are missing: the driver cannot fall back to a connection without TLS. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Why the URL is refused. */
export function refuseDatabaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return FORM;
  const { protocol, username, pathname, searchParams } = new URL(text);
  // A password with an unencoded `/`, `?` or `#` ends the authority early, which leaves no user.
  const hasUser = username !== '' || searchParams.has('user');
  if (!/^postgres(?:ql)?:$/.test(protocol) || !hasUser || pathname.length < 2) return FORM;
  const mode = searchParams.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) return `must have an sslmode of ${SSL_MODES.join(', ')}`;
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    return 'with sslmode=verify-ca needs sslrootcert, the path of a CA file';
  return undefined;
}
