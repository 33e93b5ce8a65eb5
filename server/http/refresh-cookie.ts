import type { FastifyReply, FastifyRequest } from 'fastify'
import { makeRefusal } from '#contract/errors'
import type { Config } from '#server/config'
import type { RefreshToken } from './http-answer.ts'
import type { RawRequest } from './parse-raw-input.ts'

const isSecure = ({ public_url }: Config) => public_url.startsWith('https:')

/** Returns the name of the cookie. `__Host-` binds it to this host, and requires https. */
const nameOf = (config: Config) => (isSecure(config) ? '__Host-rt' : 'rt')

/** Returns the refresh token of a request. Requests without the cookie, such as those with a key, have none. */
export function readRefreshCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

/** Sets the refresh cookie (HttpOnly, SameSite=Strict); null clears it. */
export function writeRefreshCookie(
  config: Config,
  reply: FastifyReply,
  refresh: RefreshToken | null,
): void {
  const options = {
    path: '/',
    httpOnly: true,
    secure: isSecure(config),
    sameSite: 'strict' as const,
  }
  if (refresh === null) reply.clearCookie(nameOf(config), options)
  else
    reply.setCookie(nameOf(config), refresh.token, { ...options, maxAge: refresh.max_age_seconds })
}

/**
 * Throws `not_allowed` for a call that comes from a page of another origin, for endpoints with the refresh cookie.
 * Browsers send the origin with each POST; other programs send none and have no cookie.
 */
export function refuseOtherOrigins({ public_url }: Config, { headers }: RawRequest): void {
  const { origin } = headers
  const isOurs =
    origin === undefined ||
    origin === new URL(public_url).origin ||
    (typeof origin === 'string' && URL.parse(origin)?.host === headers['host'])
  const site = headers['sec-fetch-site']
  if (!isOurs || site === 'cross-site' || site === 'same-site') throw makeRefusal('not_allowed')
}
