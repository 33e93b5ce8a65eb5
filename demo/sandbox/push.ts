import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Config } from '#server/config'
import { type PageBinding, defineRawCall, type PageResponse } from '#server/http/pages'
import { insertPush, listPushes } from './push-repository.ts'

/** The length in bytes of the head of an RFC 8188 record: salt, record size and the sender's key, 16 + 4 + 1 + 65. */
const headBytes = 86
const maxBytes = 4096
const longestToken = 86_400

/**
 * A push service (RFC 8030). `/sandbox/push/{phone}` accepts the same messages as a real one, stores them encrypted,
 * and returns them as JSON. Only the owner of the phone's keys can decrypt them. A phone whose name begins with `gone`
 * no longer exists; for one that begins with `busy`, the sender must retry.
 */
export const pushStandIn: readonly PageBinding[] = [
  defineRawCall(
    'POST',
    '/sandbox/push/{phone}',
    async ({ db, config }, { params, headers, body }) => {
      const phone = params['phone'] ?? ''
      if (phone.startsWith('gone')) return textResponse(410, 'This subscription has ended.')
      if (phone.startsWith('busy')) return textResponse(503, 'Come back later.')
      const wrong = wrongHeaders(headers, body) ?? (await wrongToken(config, headers))
      if (wrong !== undefined) return wrong
      const { ttl, topic, urgency } = headers
      await insertPush(db, phone, {
        body: Buffer.from(body).toString('base64url'),
        headers: { ttl: String(ttl), topic: String(topic), urgency: String(urgency) },
      })
      return { status: 201, headers: { location: `/sandbox/push/${phone}/last` }, text: '' }
    },
  ),
  defineRawCall('GET', '/sandbox/push/{phone}', async ({ db }, { params }) => ({
    json: { data: await listPushes(db, params['phone'] ?? '') },
  })),
]

const textResponse = (status: number, text: string): PageResponse => ({ status, text })

type Headers = Record<string, string | string[] | undefined>

function wrongHeaders(headers: Headers, body: Uint8Array): PageResponse | undefined {
  if (!/^\d+$/.test(String(headers['ttl']))) return textResponse(400, 'TTL is missing.')
  if (headers['content-encoding'] !== 'aes128gcm') return textResponse(415, 'Send aes128gcm.')
  if (body.length > maxBytes) return textResponse(413, 'At most 4096 bytes.')
  if (body.length <= headBytes || body[20] !== 65) return textResponse(400, 'This is not RFC 8291.')
  const topic = headers['topic']
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic)))
    return textResponse(400, 'Bad topic.')
  return undefined
}

/**
 * Checks the VAPID token (RFC 8292), `vapid t=JWT, k=key`: it must be for this origin, and signed by the key that
 * phones subscribed to. Returns the refusal, if any.
 */
async function wrongToken({ push }: Config, headers: Headers): Promise<PageResponse | undefined> {
  const [, token = '', key] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers['authorization'])) ?? []
  if (key !== push.public_key) return textResponse(403, 'This is not the key of the subscription.')
  const audience = new URL(push.stand_in_url ?? '').origin
  try {
    const { payload } = await jwtVerify(token, publicKey(key), {
      algorithms: ['ES256'],
      audience,
    })
    const { exp = 0, sub = '' } = payload
    const isShort = exp - Date.now() / 1000 <= longestToken
    return isShort && /^(?:mailto:|https:)/.test(sub) ? undefined : textResponse(403, 'Bad claims.')
  } catch {
    return textResponse(403, 'The signature does not match.')
  }
}

function publicKey(key: string) {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  return createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
}
