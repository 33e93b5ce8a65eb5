import { subscribePush } from '#contract/notifications/endpoints'
import type { TripPushPayload } from '#contract/notifications/model'
import { updateTripStatus } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { makeOperatorApiKey } from '#server/rooms/operators'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aPaymentWorld } from './payments.ts'
import { aPhone } from '#tests/support/makers/phones'

/** Starts a listening server with its own push service, and functions that make travellers with phones. */
export async function aPushWorld() {
  const world = await aPaymentWorld()
  const { db, server, origin } = world
  const service = `${origin}/sandbox/push`
  const phone = <News = TripPushPayload>(name?: string) => aPhone<News>(service, name)

  /** Makes the credentials of a trip's operator. */
  async function keyOf({ operator_id }: Pick<MadeTrip, 'operator_id'>) {
    const { rows } = await sql<{ code: string }>`
      select code from operator where id = ${operator_id}`.execute(db)
    return { token: await makeOperatorApiKey(db, rows[0]?.code ?? '', 'Counter', ['counter']) }
  }

  /**
   * Makes a guest's paid booking on a new trip. Returns functions that report as its operator, and that add listening
   * phones.
   */
  async function aTravellingGuest() {
    const trip = await aTrip(db)
    const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
    const operator = await keyOf(trip)
    const say = (said: { delay_minutes?: number; plate?: string; note?: string | null }) =>
      server.call(updateTripStatus, { id: trip.trip_id, ...said }, { as: operator })
    const { reference } = booking
    const listen = async (one = phone()) => {
      const heard = await server.call(subscribePush, { ...one.subscription, reference }, { as })
      if (heard.status !== 200) throw new Error(heard.text)
      return one
    }
    return { trip, reference, as, say, listen }
  }

  /** Returns the emails or SMS about a booking, oldest first. */
  async function letters(kind: 'mail' | 'sms', reference: string) {
    const { rows } = await sql<{ subject: string; body: string }>`
      select subject, body from sandbox.letter where kind = ${kind} and body like ${`%${reference}%`}
      order by id`.execute(db)
    return rows
  }

  return { ...world, service, phone, keyOf, aTravellingGuest, letters }
}
