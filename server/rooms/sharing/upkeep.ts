import { product } from '#contract/product'
import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { formatPhone } from '#contract/phone'
import { formatLocalTime } from '#server/platform/local-time'
import { toBooking, readBooking } from '#server/rooms/bookings'
import { findTripProgress } from './repository.ts'
import { claimMissingArrivals } from './upkeep-repository.ts'

/**
 * Enqueues an SMS to the next of kin of each booking whose arrival nobody has reported in time. Returns the number of
 * SMS.
 */
export async function sendMissingArrivalSms({ db }: Pick<Deps, 'db'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const due = await claimMissingArrivals(tx)
    for (const { booking_id, kin_phone } of due)
      await enqueue(tx, 'sms.send', { to: kin_phone, text: await makeAlertText(tx, booking_id) })
    return due.length
  })
}

async function makeAlertText(db: Deps['db'], booking_id: string): Promise<string> {
  const booking = await toBooking(db, await readBooking(db, booking_id))
  const { due_at } = await findTripProgress(db, booking_id)
  const { trip, contact, plate, operator_phone } = booking
  const who = contact?.full_name ?? 'Your traveller'
  const calls = [
    contact && `${who.split(' ')[0]} ${formatPhone(contact.phone)}`,
    operator_phone && `${trip.operator.name} ${formatPhone(operator_phone)}`,
  ].filter(Boolean)
  return `${product.name}: ${who} has not confirmed their arrival yet. ${trip.operator.name}${plate === null ? '' : ` ${plate}`}, ${trip.from.city.name} to ${trip.to.city.name}, was due at ${formatLocalTime(due_at, trip.zone).time}. Often the phone is off. Call: ${calls.join(', ')}.`
}
