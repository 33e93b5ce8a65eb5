import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A text in each encoding in which it is sent, so that it is compressed once and not for every request. Short texts are
 * not compressed.
 */
export interface StoredText {
  type: string
  etag: string
  br?: Buffer
  gzip?: Buffer
  identity: Buffer
}

/** Shorter texts are not compressed. */
const minBytes = 1024

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Returns the ETag of a text, which depends on nothing but the text. */
export const makeEtag = (text: string | Uint8Array): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** Compresses a text of this media type in each encoding, and computes its ETag. */
export async function compressText(type: string, text: string | Uint8Array): Promise<StoredText> {
  const identity = Buffer.from(text)
  const etag = makeEtag(identity)
  if (identity.length < minBytes) return { type, etag, identity }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, { params }),
    compressGzip(identity),
  ])
  return { type, etag, br, gzip: gzipped, identity }
}

/**
 * Sends a stored text in the smallest encoding that the client accepts, or 304 if it has the text. Adds the encoding to
 * the `vary` header of the reply.
 */
export function sendStoredText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: StoredText,
): FastifyReply {
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.header('etag', text.etag).header('vary', vary)
  if (matchesEtag(request, text.etag)) return reply.code(304).send()
  const accepted = new Negotiator({ headers: request.headers }).encodings(['br', 'gzip'])
  reply.type(text.type)
  if (text.br && accepted.includes('br'))
    return reply.header('content-encoding', 'br').send(text.br)
  if (text.gzip && accepted.includes('gzip'))
    return reply.header('content-encoding', 'gzip').send(text.gzip)
  return reply.send(text.identity)
}

/** Whether the `If-None-Match` header of a request contains this ETag, so that the client has the text already. */
export const matchesEtag = ({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || plainTag(tag) === plainTag(etag))

/** Weak and strong tags are compared alike (RFC 9110, section 13.1.2). */
const plainTag = (tag: string) => tag.trim().replace(/^W\//, '')
