import { Refusal, refuse } from '#contract/errors'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { refuseWithoutCode } from '#server/platform/actor'
import { sha256 } from '#server/platform/sha256'
import { type OwnLimit, spendOwn } from '#server/platform/limits'
import {
  type BookingRow,
  findById,
  findByReference,
  lockBooking,
  tokenOpens,
} from './repository.ts'

/**
 * The caller's own booking: theirs as a user, or as a guest who shows its token or the one that a code gave
 * their device. Throws `code_needed` for a guest who only names a phone, whichever it is, and `not_found` for
 * everybody else, as for a reference that does not exist.
 */
export async function ownBooking(ctx: Context, reference: string): Promise<BookingRow> {
  const row = await findByReference(ctx.db, normaliseReference(reference))
  if (row !== undefined && (await isOwner(ctx, row))) return row
  refuseWithoutCode(ctx)
  throw notFound()
}

/**
 * Wrong phones said for one reference, wherever from: a phone is guessed by who knows somebody's. When they
 * are used up the code is the only way in, so that nobody shuts out who can read the phone's SMS.
 */
const wrongPhones: OwnLimit = { name: 'booking phone', size: 10, perSecond: 10 / 86_400 }

/** The caller's booking to look at; `is_proved` is false when reference and phone are all they have. */
export async function seeBooking(
  ctx: Context,
  written: string,
): Promise<{ row: BookingRow; is_proved: boolean }> {
  const reference = normaliseReference(written)
  const row = await findByReference(ctx.db, reference)
  if (row !== undefined && (await isOwner(ctx, row))) return { row, is_proved: true }
  const { actor } = ctx
  if (actor.kind !== 'guest' || actor.phone === undefined) throw notFound()
  const giveBack = await spendOwn(ctx, wrongPhones, reference).catch((error: unknown) => {
    const isMany = error instanceof Refusal && error.code === 'too_many_requests'
    throw isMany ? refuse('code_needed') : error
  })
  if (row === undefined || row.contact_phone !== actor.phone) throw notFound()
  await giveBack()
  return { row, is_proved: false }
}

const notFound = () =>
  refuse('not_found', {
    detail: 'No booking matches this reference and phone number. Check both and try again.',
  })

/** The same, with its row locked until the transaction ends. */
export async function lockOwnBooking(ctx: Context, reference: string): Promise<BookingRow> {
  await lockBooking(ctx.db, { reference: normaliseReference(reference) })
  return ownBooking(ctx, reference)
}

/** A booking by its id for our own work, locked until the transaction ends. */
export async function lockById(db: Context['db'], id: string): Promise<BookingRow> {
  await lockBooking(db, { id })
  return bookingRow(db, id)
}

/** A booking by its id for our own work. Throws when there is none, since ids come from us. */
export async function bookingRow(db: Context['db'], id: string): Promise<BookingRow> {
  const row = await findById(db, id)
  if (row === undefined) throw new Error(`booking ${id} is gone`)
  return row
}

async function isOwner({ actor, db }: Context, row: BookingRow): Promise<boolean> {
  if (actor.kind === 'user') return actor.user_id === row.user_id
  if (actor.kind !== 'guest' || actor.guest_token === undefined) return false
  return tokenOpens(db, row.id, sha256(actor.guest_token))
}
