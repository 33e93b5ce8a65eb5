import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from '#contract/errors'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { type BookingRow, findById, findByReference, lockBooking } from './repository.ts'

/** The hash a guest token is kept as. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The caller's own booking: hers as a user, or as a guest who shows its token or its contact's phone.
 * Throws `not_found` for everybody else, as for a reference that does not exist.
 */
export async function ownBooking(ctx: Context, reference: string): Promise<BookingRow> {
  const row = await findByReference(ctx.db, normaliseReference(reference))
  if (row === undefined || !isOwner(ctx.actor, row)) {
    throw refuse('not_found', {
      detail: 'No booking matches this reference and phone number. Check both and try again.',
    })
  }
  return row
}

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

function isOwner(actor: Context['actor'], row: BookingRow): boolean {
  if (actor.kind === 'user') return actor.user_id === row.user_id
  if (actor.kind !== 'guest') return false
  if (actor.phone !== undefined && actor.phone === row.contact_phone) return true
  return (
    actor.guest_token !== undefined &&
    row.guest_token_sha256 !== null &&
    timingSafeEqual(hashOfToken(actor.guest_token), row.guest_token_sha256)
  )
}
