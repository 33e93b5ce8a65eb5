import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text in the encodings in which it is sent. It is compressed once, not for every request. */
export interface StoredText {
  type: string
  etag: string
  br: Buffer
  gzip: Buffer
  identity: Buffer
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Makes the encodings and the ETag of a text of a media type. */
export async function storeText(type: string, text: string): Promise<StoredText> {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, { params }),
    compressGzip(identity),
  ])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { type, etag, br, gzip: gzipped, identity }
}

/** Compressed copies of shared answers by their ETag, the last used one at the end. */
const copies = new Map<string, Promise<StoredText>>()
const maxCopies = 60
const minBytes = 1024

/**
 * Sends an answer that is the same for everybody, whose headers the reply has. It is compressed once for as long as it
 * stays the same, not for every request.
 */
export async function sendSharedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<FastifyReply> {
  const etag = String(reply.getHeader('etag'))
  if (body.length < minBytes) return reply.send(body)
  const copy = copies.get(etag) ?? storeText(String(reply.getHeader('content-type')), body)
  copies.delete(etag)
  copies.set(etag, copy)
  copy.catch(() => copies.get(etag) === copy && copies.delete(etag))
  for (const oldest of copies.keys()) {
    if (copies.size <= maxCopies) break
    copies.delete(oldest)
  }
  return sendStoredText(request, reply, { ...(await copy), etag })
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
  if (request.headers['if-none-match'] === text.etag) return reply.code(304).send()
  const { headers } = request
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip'])
  reply.type(text.type)
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(text.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(text.gzip)
  return reply.send(text.identity)
}
