import { Refusal, makeRefusal } from '#contract/errors'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { requireGuestProof } from '#server/platform/actor'
import { sha256 } from '#server/platform/sha256'
import { type RoomLimit, countTry } from '#server/platform/limits'
import {
  type BookingRow,
  findBookingById,
  findBookingByReference,
  findBookingForGuest,
  lockBooking,
} from './repository.ts'

/**
 * Finds the caller's own booking: a user's by the account, a guest's by the token of the hold or by a token that was
 * received for a booking code. Throws `code_needed` for a guest who gives only a phone number, right or wrong;
 * otherwise `not_found`, as for an unknown reference.
 */
export async function findOwnBooking(ctx: Context, reference: string): Promise<BookingRow> {
  const { own } = await findWithOwnership(ctx, normaliseReference(reference))
  if (own !== undefined) return own
  requireGuestProof(ctx)
  throw notFound()
}

/**
 * The limit of wrong phone numbers for one reference, from all callers together, since somebody who knows the traveller
 * could guess the number. When it is used up, only a code works, so that nobody can lock out the owner of the phone.
 */
const wrongPhones: RoomLimit = { name: 'booking phone', size: 10, perSecond: 10 / 86_400 }

/**
 * Finds the caller's booking for reading; `is_proved` is false if they gave only reference and phone. Throws
 * `not_found`, and `code_needed` after too many wrong phone numbers.
 */
export async function findVisibleBooking(
  ctx: Context,
  written: string,
): Promise<{ row: BookingRow; is_proved: boolean }> {
  const reference = normaliseReference(written)
  const { row, own } = await findWithOwnership(ctx, reference)
  if (own !== undefined) return { row: own, is_proved: true }
  const { actor } = ctx
  if (actor.kind !== 'guest' || actor.phone === undefined) throw notFound()
  const giveBack = await countTry(ctx, wrongPhones, reference).catch((error: unknown) => {
    const isMany = error instanceof Refusal && error.code === 'too_many_requests'
    throw isMany ? makeRefusal('code_needed') : error
  })
  if (row === undefined || row.contact_phone !== actor.phone) throw notFound()
  await giveBack()
  return { row, is_proved: false }
}

const notFound = () =>
  makeRefusal('not_found', {
    detail: 'No booking matches this reference and phone number. Check both and try again.',
  })

/** Finds the caller's own booking and locks it until the transaction ends. */
export async function lockOwnBooking(ctx: Context, reference: string): Promise<BookingRow> {
  await lockBooking(ctx.db, { reference: normaliseReference(reference) })
  return findOwnBooking(ctx, reference)
}

/** Finds a booking by its id, for jobs, and locks it until the transaction ends. */
export async function lockBookingById(db: Context['db'], id: string): Promise<BookingRow> {
  await lockBooking(db, { id })
  return readBooking(db, id)
}

/** Finds a booking by its id, for jobs. Throws if there is none. */
export async function readBooking(db: Context['db'], id: string): Promise<BookingRow> {
  const row = await findBookingById(db, id)
  if (row === undefined) throw new Error(`booking ${id} is gone`)
  return row
}

/** Finds a booking by its normalised reference; `own` is set if it is the caller's. */
async function findWithOwnership(
  { actor, db }: Context,
  reference: string,
): Promise<{ row: BookingRow | undefined; own: BookingRow | undefined }> {
  if (actor.kind === 'guest' && actor.guest_token !== undefined) {
    const found = await findBookingForGuest(db, reference, sha256(actor.guest_token))
    return { row: found?.row, own: found?.is_opened ? found.row : undefined }
  }
  const row = await findBookingByReference(db, reference)
  const isOwn = actor.kind === 'user' && actor.user_id === row?.user_id
  return { row, own: isOwn ? row : undefined }
}
