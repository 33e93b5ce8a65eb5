import { createPublicKey, verify } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, type Locator, expect } from '@playwright/test'
import { decode } from 'cborg'
import { decodeQR } from 'qr/decode.js'
import type { TicketKey } from '#contract/tickets/model'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
/** What stands before the ticket where it is signed, and the length of an Ed25519 signature. */
const domain = Buffer.from('waka ticket 1\0')
const signature = 64

/** Reads a QR from the pixels of the screen as it stands, and how many modules a side it has. */
export async function readScreen(code: Locator): Promise<{ text: string; modules: number }> {
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const screen = await code.page().screenshot()
  const image = await pixelsOf(code.page().context(), screen)
  let modules = 0
  const text = decodeQR(image, {
    timeLimit: 5000,
    imageOnResult: ({ width }) => {
      modules = width
    },
  })
  return { text, modules }
}

/** The pixels of a PNG. A blank page of the browser unpacks it. */
async function pixelsOf(
  context: BrowserContext,
  png: Buffer,
): Promise<{ width: number; height: number; data: Uint8Array }> {
  const blank = await context.newPage()
  const { width, height, data } = await blank.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = new OffscreenCanvas(width, height).getContext('2d')
    canvas?.drawImage(image, 0, 0)
    const bytes = canvas?.getImageData(0, 0, width, height).data ?? []
    return { width, height, data: Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') }
  }, png.toString('base64'))
  await blank.close()
  return { width, height, data: Buffer.from(data, 'latin1') }
}

/** Today's public keys, as anybody may fetch them. */
export async function ticketKeys(request: APIRequestContext): Promise<TicketKey[]> {
  const answer = await request.get('/api/v1/waka/tickets/keys')
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { data: TicketKey[] }).data
}

/**
 * What a ticket's text says, after its signature was proved with one of the keys; written from the
 * contract alone, without the server's code. Throws when nobody of ours signed it.
 */
export function provedTicket(
  text: string,
  keys: readonly TicketKey[],
): { seat: number; name: string; issue: number; departs_at: Date } {
  const bytes = fromBase45(text.replace(/^T1:/, ''))
  const body = bytes.subarray(1, -signature)
  const claims = decode(body) as [
    version: number,
    kid: number,
    ticket: Uint8Array,
    trip: Uint8Array,
    minute: number,
    seat: number,
    from: number,
    to: number,
    name: string,
    issue: number,
  ]
  const [, kid, , , minute, seat, , , name, issue] = claims
  const x = keys.find((key) => key.kid === kid)?.public_key ?? ''
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isSigned = verify(null, Buffer.concat([domain, body]), key, bytes.subarray(-signature))
  if (!isSigned) throw new Error('The ticket is not signed with this key.')
  return { seat, name, issue, departs_at: new Date(minute * 60_000) }
}

function fromBase45(text: string): Buffer {
  const groups = text.match(/.{1,3}/g) ?? []
  return Buffer.from(
    groups.flatMap((group) => {
      const value = [...group].reduceRight((sum, one) => sum * 45 + alphabet.indexOf(one), 0)
      return group.length === 3 ? [value >> 8, value & 0xff] : [value]
    }),
  )
}
