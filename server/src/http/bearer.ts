// Verifies optional bearer tokens (JWT). A token never replaces the API key; an invalid token is rejected.
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { bearerOf } from './bearer-value.ts';

export interface TokenHolder {
  sub: string | undefined;
  iss: string | undefined;
}

export type CheckBearer = (authorization: string | undefined) => Promise<TokenHolder | undefined>;

const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];
const PUBLIC_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const JWKS_TIMEOUT_MS = 2000;

export function createBearerCheck(config: Config): CheckBearer {
  const { JWT_JWKS_URL, JWT_SECRET, JWT_ISSUER, JWT_AUDIENCE } = config;
  const key: JWTVerifyGetKey = JWT_JWKS_URL
    ? createRemoteJWKSet(new URL(JWT_JWKS_URL), { timeoutDuration: JWKS_TIMEOUT_MS })
    : () => new TextEncoder().encode(JWT_SECRET);
  const options = {
    // A leaked token without an expiry would stay valid forever.
    requiredClaims: ['exp'],
    algorithms: JWT_JWKS_URL ? PUBLIC_ALGORITHMS : SECRET_ALGORITHMS,
    ...(JWT_ISSUER ? { issuer: JWT_ISSUER } : {}),
    ...(JWT_AUDIENCE ? { audience: JWT_AUDIENCE } : {}),
  };
  return async (authorization) => {
    const token = bearerOf(authorization);
    if (token === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(token, key, options);
      return { sub: readText(payload, 'sub'), iss: readText(payload, 'iss') };
    } catch (cause) {
      throw new AppError(isKeyServerFault(cause) ? 'keys_unreachable' : 'invalid_token', { cause });
    }
  };
}

/** RFC 7519 requires strings; a valid signature does not guarantee it. */
function readText(payload: JWTPayload, claim: 'sub' | 'iss'): string | undefined {
  const value: unknown = payload[claim];
  if (value === undefined || typeof value === 'string') return value;
  throw new errors.JWTClaimValidationFailed(`"${claim}" claim must be a string`, payload, claim, 'invalid');
}

/** The JWKS server failed, so the token may be valid. */
function isKeyServerFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC';
}
