import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'

/** A person as Google describes them. `email` proves nothing unless `email_is_verified`. */
export interface GooglePerson {
  sub: string
  full_name: string
  email: string | undefined
  email_is_verified: boolean
}

const timeLimit = 10_000
const Tokens = z.object({ id_token: z.string().check(z.maxLength(16_384)) })
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  nonce: z.optional(z.string()),
})

/** Google's public keys, loaded on first use and whenever a key id is unknown. */
const keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/** The code from Google, with the verifier and nonce of the page that requested it. */
interface CodeGrant {
  code: string
  redirect_uri: string
  code_verifier?: string | undefined
  nonce?: string | undefined
}

/**
 * Exchanges a code for its ID token. Accepts the token only if Google signed it for us (OpenID Connect Core 1.0,
 * 3.1.3.7). Unless `plain_because` is configured, the verifier (PKCE, S256) and the nonce must also prove that this
 * page requested it. Throws `google_refused`, and `google_unavailable` if Google does not answer within ten seconds.
 */
export async function exchangeGoogleCode(
  ctx: Pick<Context, 'config' | 'log'>,
  { code, redirect_uri, code_verifier, nonce }: CodeGrant,
): Promise<GooglePerson> {
  const { client_id, client_secret, token_url, plain_because } = ctx.config.google
  const isBound = plain_because === undefined
  if (isBound && (code_verifier === undefined || nonce === undefined))
    throw makeRefusal('google_refused')
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    client_id,
    client_secret,
    ...(isBound && { code_verifier: code_verifier ?? '' }),
  }
  const answer = await postToGoogle(ctx, token_url, { body: new URLSearchParams(form) })
  const tokens = Tokens.safeParse(answer)
  if (!tokens.success) throw makeRefusal('google_refused')
  const claims = Claims.safeParse(await signedClaims(ctx, tokens.data.id_token))
  if (!claims.success) throw makeRefusal('google_refused')
  if (isBound && claims.data.nonce !== nonce) {
    ctx.log.warn('Google’s token was issued for another client')
    throw makeRefusal('google_refused')
  }
  return personOf(claims.data)
}

const TokenInfo = z.extend(Claims, {
  aud: z.string(),
  expires_in: z.coerce.number().check(z.positive()),
  scope: z.string(),
})

/**
 * Returns the owner of an access token, if Google confirms that it is valid and was issued for us: a token of another
 * app must not log in here. Throws as `exchangeGoogleCode` does.
 */
export async function findGoogleTokenOwner(
  ctx: Pick<Context, 'config' | 'log'>,
  access_token: string,
): Promise<GooglePerson> {
  const { client_id, tokeninfo_url } = ctx.config.google
  if (!/^[\x21-\x7e]+$/.test(access_token)) throw makeRefusal('google_refused')
  const headers = { authorization: `Bearer ${access_token}` }
  const info = TokenInfo.safeParse(await postToGoogle(ctx, tokeninfo_url, { headers }))
  const isForUs = info.success && info.data.aud === client_id
  if (!isForUs || !info.data.scope.split(' ').includes('openid'))
    throw makeRefusal('google_refused')
  return personOf(info.data)
}

/**
 * Posts to Google and returns the JSON of the response. Throws `google_refused` if Google refuses, and
 * `google_unavailable` if it does not answer.
 */
async function postToGoogle(
  { log }: Pick<Context, 'log'>,
  url: string,
  { headers = {}, body = new URLSearchParams() }: { headers?: object; body?: URLSearchParams },
): Promise<unknown> {
  const { status, answer } = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { accept: 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(timeLimit),
  })
    .then(async (response) => ({
      status: response.status,
      answer: await response.json(),
    }))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'Google does not answer')
      throw makeRefusal('google_unavailable', { retry_after: 30 })
    })
  if (status >= 500 || status === 429) throw makeRefusal('google_unavailable', { retry_after: 30 })
  if (status < 400) return answer
  // Our client id or secret may be wrong, so log the refusal, but never Google's code.
  log.warn({ status, said: errorOf(answer) }, 'Google rejected a sign-in')
  throw makeRefusal('google_refused')
}

function personOf({
  sub,
  name = '',
  email,
  email_verified,
}: z.output<typeof Claims>): GooglePerson {
  return {
    sub,
    full_name: name,
    email: email?.toLowerCase(),
    email_is_verified: String(email_verified) === 'true',
  }
}

async function signedClaims(
  { config, log }: Pick<Context, 'config' | 'log'>,
  id_token: string,
): Promise<unknown> {
  const { client_id, jwks_url, issuers } = config.google
  const known =
    keys.get(jwks_url) ?? createRemoteJWKSet(new URL(jwks_url), { timeoutDuration: timeLimit })
  keys.set(jwks_url, known)
  try {
    const { payload } = await jwtVerify(id_token, known, {
      algorithms: ['RS256'],
      issuer: issuers,
      audience: client_id,
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: 60,
    })
    return payload
  } catch (error) {
    // Log only the error's message, since jose's errors contain the token's claims.
    const why = error instanceof Error ? error.message : ''
    log.warn({ why }, 'Google’s token is not valid')
    if (isAboutKeys(error)) throw makeRefusal('google_unavailable', { retry_after: 30 })
    throw makeRefusal('google_refused')
  }
}

/** Whether Google's keys could not be loaded. For an answer other than 200, jose throws its base class `JOSEError`. */
function isAboutKeys(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  const isOther = error.constructor === errors.JOSEError
  return isOther || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
}

function errorOf(answer: unknown): string {
  const said = z.object({ error: z.string() }).safeParse(answer)
  return said.success ? said.data.error.slice(0, 100) : ''
}
