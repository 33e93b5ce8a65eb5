import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { codeDigits, codeValidityMinutes } from '#contract/accounts/rules'
import type { Input, Output } from '#contract/endpoint'
import { Refusal, makeRefusal } from '#contract/errors'
import type {
  proveBooking as ProveBooking,
  sendBookingCode as SendBookingCode,
} from '#contract/bookings/endpoints'
import { product } from '#contract/product'
import { normaliseReference } from '#contract/reference'
import type { Context, Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { findDeviceId, smsCodeLimits } from '#server/rooms/accounts'
import { codeJobPriority, enqueue, type JobPayloads } from '#server/jobs/queue'
import { type RoomLimit, findNetwork, countTry } from '#server/platform/limits'
import { sha256 } from '#server/platform/sha256'
import { canReceiveCodes } from '#server/platform/sms-numbers'
import { redeemBookingCode, saveBookingCode } from './guest-repository.ts'
import { findBookingByReference } from '#server/rooms/bookings/record'

const hour = 3600

/**
 * Limits for one reference from one network: of requests for a code, and of tries. Each code of a device also has five
 * tries.
 */
const asking: RoomLimit = { name: 'booking code', size: 6, perSecond: 6 / hour }
const trying: RoomLimit = { name: 'booking proof', size: 20, perSecond: 20 / hour }

/**
 * Enqueues a job that sends a code if the phone is that of the booking's contact. The answer is the same in any case.
 * Throws 429.
 */
export async function sendBookingCode(
  ctx: Context,
  { reference: written, phone }: Input<typeof SendBookingCode>,
): Promise<Output<typeof SendBookingCode>> {
  const reference = normaliseReference(written)
  await countTry(ctx, asking, `${reference}:${findNetwork(ctx.ip)}`)
  const asked = { reference, phone, device: deviceOf(ctx), network: smsCodeLimits.network(ctx) }
  await enqueue(ctx.db, 'booking.code', asked)
  return { minutes: codeValidityMinutes }
}

/**
 * Checks the code that the caller's device has requested, and returns a token that opens the booking. A code works
 * once. Throws `wrong_code` and 429.
 */
export async function proveBooking(
  ctx: Context,
  { reference: written, code }: Input<typeof ProveBooking>,
): Promise<Output<typeof ProveBooking>> {
  const reference = normaliseReference(written)
  await countTry(ctx, trying, `${reference}:${findNetwork(ctx.ip)}`)
  const row = await findBookingByReference(ctx.db, reference)
  const device = deviceOf(ctx)
  const guest_token = randomBytes(32).toString('base64url')
  const isRight =
    row !== undefined &&
    (await redeemBookingCode(ctx.db, {
      booking_id: row.id,
      device,
      code_hash: hashOf(ctx, row.id, device, code),
      token_sha256: sha256(guest_token),
    }))
  if (!isRight) throw makeRefusal('wrong_code')
  return { guest_token }
}

/**
 * Sends a code if the phone is the booking's. It runs as a job, so that no response waits for it or reveals whose
 * phone it is.
 */
export async function sendBookingCodeSms(
  deps: Deps,
  payload: JobPayloads['booking.code'],
): Promise<void> {
  const row = await findBookingByReference(deps.db, payload.reference)
  if (row === undefined || row.contact_phone !== payload.phone || !canReceiveCodes(payload.phone))
    return
  const { id, contact_phone: address } = row
  try {
    const from = { person_id: `booking:${id}`, network: payload.network }
    await smsCodeLimits.count(deps, { kind: 'phone', address }, from)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return
    throw error
  }
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const { hostname } = new URL(deps.config.public_url)
  const text = `${code} is your ${product.name} code to open booking ${row.reference}. It is valid for ${codeValidityMinutes} minutes. Do not share it: we never ask for it.\n\n@${hostname} #${code}`
  await inTransaction(deps.db, async (tx) => {
    const code_hash = hashOf(deps, id, payload.device, code)
    const code_of = { booking_id: id, device: payload.device, code_hash }
    const until = (await saveBookingCode(tx, code_of)).toISOString()
    await enqueue(
      tx,
      'sms.send',
      { to: address, text, kind: 'code', until },
      { priority: codeJobPriority },
    )
  })
}

/** Identifies the caller's device by its id, or without one by its network, which other people may share. */
function deviceOf(ctx: Context): string {
  const id = findDeviceId(ctx)
  return id === undefined ? `network:${findNetwork(ctx.ip)}` : `device:${id}`
}

function hashOf({ config }: Deps, ...parts: string[]): Buffer {
  const key = createHmac('sha256', config.session_secret).update('booking codes').digest()
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
