import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { accessTokenMinutes } from '#contract/accounts/rules'
import { product } from '#contract/product'
import type { Config } from '#server/config'
import { listSecretConfigs } from '#server/platform/secrets'

/** The person and the login for which an access token is issued. */
export interface AccessClaims {
  person_id: string
  login_id: string
}

const type = 'at+jwt'
const algorithm = 'HS256'

/** Derives a secret for one purpose of this room from SESSION_SECRET (HKDF, RFC 5869). */
export function deriveSecret(
  { session_secret }: Pick<Config, 'session_secret'>,
  purpose: string,
): KeyObject {
  const bytes = hkdfSync('sha256', session_secret, '', `${product.slug} ${purpose}`, 32)
  return createSecretKey(Buffer.from(bytes))
}

/** Signs an access token, a JWT that is valid for 30 minutes (RFC 9068). */
export async function signAccessToken(config: Config, bearer: AccessClaims): Promise<string> {
  return new SignJWT({ sid: bearer.login_id })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setIssuer(config.public_url)
    .setAudience(product.slug)
    .setSubject(bearer.person_id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${accessTokenMinutes} minutes`)
    .sign(deriveSecret(config, 'access token'))
}

/**
 * Makes a function that verifies access tokens. The function returns the person and login of a valid token; undefined
 * for a token that is expired, forged, or of another kind, product or server. It does not check whether the login has
 * ended, since only the database knows that.
 */
export function makeAccessTokenVerifier(
  config: Config,
): (token: string) => Promise<AccessClaims | undefined> {
  const keys = listSecretConfigs(config).map((one) => deriveSecret(one, 'access token'))
  const pinned = {
    algorithms: [algorithm],
    typ: type,
    issuer: config.public_url,
    audience: product.slug,
    requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
  }
  const readWith = async (token: string, key: KeyObject): Promise<AccessClaims | undefined> => {
    try {
      const { payload } = await jwtVerify<{ sid: string }>(token, key, pinned)
      return { person_id: String(payload.sub), login_id: payload.sid }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
  return async (token) => {
    for (const key of keys) {
      const bearer = await readWith(token, key)
      if (bearer !== undefined) return bearer
    }
    return undefined
  }
}
