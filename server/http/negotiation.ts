import Negotiator from 'negotiator'
import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a client prefers a page to JSON, by its Accept header (RFC 9110, section 12.5.1). Returns true
 * without that header, since link previews and some search engines send none.
 */
export const prefersPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  new Negotiator({ headers }).mediaType(['text/html', 'application/json']) === 'text/html'

/** Paths that are never redirected: calls, stand-ins, hashed files, and the desk, whose document is `/desk/`. */
const exempt = /^\/(?:api|sandbox|assets|desk-assets|desk)(?:\/|$)/

/** Characters that a path may contain as they are (RFC 3986, section 3.3), although encodeURIComponent escapes them. */
const plainInPaths = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/**
 * Returns the canonical form of a page's URL: no trailing slash, and no more characters escaped than necessary. Returns
 * undefined if the URL is canonical already, cannot be decoded, or is not that of a page.
 */
export function findCanonicalUrl(url: string): string | undefined {
  const mark = url.indexOf('?')
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark)]
  if (exempt.test(path) || !/^\/[^/]/.test(path)) return undefined
  const segments = path.replace(/\/+$/, '').split('/').map(encodeCanonically)
  if (segments.includes(undefined)) return undefined
  const canonical = segments.join('/')
  return canonical === path ? undefined : canonical + query
}

/** Returns the canonical form of one segment; undefined if no page of ours can have it. */
function encodeCanonically(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment)
    if (/^\.\.?$|[/\\\p{Cc}]/u.test(decoded)) return undefined
    return encodeURIComponent(decoded).replaceAll(plainInPaths, decodeURIComponent)
  } catch {
    return undefined
  }
}
