import { sql } from 'kysely'
import { holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { countOf } from '#tests/load/books'
import { newTally, phoneOf } from '#tests/load/caller'
import { type Dice, diceOf } from '#tests/load/dice'
import { goodCard } from '#tests/load/town'
import { travellersOn } from '#tests/support/booked'
import { aTrip } from '#tests/support/makers'

export interface Stampede {
  buyers: number
  seats: number
  /** Until the last seat was claimed, and until the last ticket was there. */
  claimed_ms: number
  ticketed_ms: number
  sold: number
  sold_twice: number
  answers: Record<string, number>
  /** Answers of 500 and above, 503 too. */
  broken: number
  /** Calls that got no answer in a minute and a half. */
  silent: number
}

const seats = 50

/** So many buyers at once for one departure of fifty seats; everyone pays who gets one. */
export async function stampede(
  db: Db,
  origins: () => readonly string[],
  { buyers = 500, seed = 1 } = {},
): Promise<Stampede> {
  const trip = await aTrip(db, { vehicle: 'coach-59', seats_left: seats })
  const tally = newTally()
  const dice = diceOf(seed)
  const started = Date.now()
  let claimed_ms = 0
  await Promise.all(
    Array.from({ length: buyers }, async (_, at) => {
      const phone = phoneOf(origins, dice.fork(at), tally, { impatient: 0, patience: 90_000 })
      const shown = { device_id: crypto.randomUUID() }
      const held = await takeAnySeat(phone, dice.fork(at + buyers), trip.id, shown)
      if (held === undefined) return
      claimed_ms = Math.max(claimed_ms, Date.now() - started)
      const { reference, guest_token = '', seats: mine } = held
      const me = { ...shown, guest_token }
      await phone.call(setPassengers, { reference, ...travellersOn(mine) }, me)
      const paying = await phone.call(
        startPayment,
        { purpose: 'booking', reference, provider: 'paystack', channel: 'card' },
        me,
      )
      await fetch(paying?.data.authorization_url ?? '', {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ act: 'card', card: goodCard.paystack }),
      })
    }),
  )
  const sold = await untilTicketed(db, trip.trip_id, started)
  const twice = await Promise.all([
    countOf(db, 'seats sold twice, by claims'),
    countOf(db, 'seats sold twice, by tickets'),
  ])
  const broken = Object.entries(tally.statuses).filter(([status]) => Number(status) >= 500)
  return {
    buyers,
    seats,
    claimed_ms,
    ticketed_ms: sold.ms,
    sold: sold.count,
    sold_twice: twice[0] + twice[1],
    answers: tally.statuses,
    broken: broken.reduce((sum, [, count]) => sum + count, 0),
    silent: tally.silent,
  }
}

/** Looks at the seat map and takes a free seat, again and again until she has one or none is left. */
async function takeAnySeat(
  phone: ReturnType<typeof phoneOf>,
  dice: Dice,
  trip_id: string,
  shown: { device_id: string },
) {
  for (;;) {
    const seen = await phone.call(getTrip, { id: trip_id }, shown)
    const free = seen?.data?.seats?.filter((seat) => seat.state === 'free') ?? []
    if (seen?.status !== 200 || free.length === 0) return undefined
    const held = await phone.call(holdSeats, { trip_id, seats: [dice.pick(free).number] }, shown)
    if (held?.status === 200) return held.data
    if (held?.code !== 'seat_taken') return undefined
  }
}

async function untilTicketed(db: Db, trip_id: string, started: number) {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ticket where trip_id = ${trip_id} and status = 'valid'`.execute(
      db,
    )
    const count = rows[0]?.count ?? 0
    const ms = Date.now() - started
    if (count >= seats || ms > 60_000) return { count, ms }
    await new Promise((done) => setTimeout(done, 50))
  }
}
