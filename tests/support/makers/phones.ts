import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { TripPushPayload } from '#contract/notifications/model'

/** Makes a phone that is subscribed to a push service below `service`, with its own keys. */
export function aPhone<News = TripPushPayload>(
  service: string,
  name = `phone-${crypto.randomUUID()}`,
) {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${service}/${name}`
  const keys = { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }

  /**
   * Decrypts a message for this phone (RFC 8291, RFC 8188), as its browser would. Throws for other phones' messages.
   */
  function open(body: string): News {
    const bytes = Buffer.from(body, 'base64url')
    const [salt, sender, sealed] = [
      bytes.subarray(0, 16),
      bytes.subarray(21, 86),
      bytes.subarray(86),
    ]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const shared = pair.computeSecret(sender)
    const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    cipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    // There is one record, and the delimiter of a last record is at its end.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'))
  }

  /** Returns the messages that have reached this phone, oldest first, with delivery headers and sizes in bytes. */
  async function news() {
    const { data } = await (await fetch(endpoint)).json()
    return (data as { body: string; headers: Record<string, string> }[]).map(
      ({ body, headers }) => ({
        news: open(body),
        headers,
        bytes: Buffer.byteLength(body, 'base64url'),
      }),
    )
  }

  return { endpoint, keys, subscription: { endpoint, keys }, open, news }
}
