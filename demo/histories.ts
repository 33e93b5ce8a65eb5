import type { Fare } from '#contract/fare'
import { leastRedeemed } from '#contract/rewards/rules'
import { refundTiers } from '#contract/policy'
import type { Config } from '#server/config'
import { type Db, inTransaction } from '#server/db/client'
import * as past from '#demo/country/histories'
import * as money from '#demo/country/history-money'
import { demoPeople } from '#demo/country/people'
import { seedId } from '#demo/country/random'
import { priceSeats } from '#server/rooms/bookings'
import { redeem, sweepRewards } from '#server/rooms/rewards'
import { findSellable, wireTripId } from '#server/rooms/trips'
import { payAtStandIn } from './payment.ts'

const [adasAccount, balasAccount] = demoPeople
const home = '14 Bode Thomas Street, Surulere, Lagos'
const ada: past.Rider = {
  full_name: adasAccount.full_name,
  gender: 'female',
  passenger_type: 'adult',
  phone: adasAccount.phone,
  address: home,
}
const obinna: past.Rider = {
  full_name: 'Obinna Okafor',
  gender: 'male',
  passenger_type: 'adult',
  phone: '+2347009254003',
  address: home,
}
const chisom: past.Rider = {
  full_name: 'Chisom Okafor',
  gender: 'female',
  passenger_type: 'child',
  phone: null,
  address: home,
}
const bala: past.Rider = {
  full_name: balasAccount.full_name,
  gender: 'male',
  passenger_type: 'adult',
  phone: balasAccount.phone,
  address: '5 Ahmadu Bello Way, Kaduna',
}
const ifeoma: past.Kin = {
  full_name: 'Ifeoma Okafor',
  phone: '+2347009254009',
  relationship: 'sibling',
}

/**
 * Gives the people of the demo country a past, by the real functions, once and in one transaction. Does nothing
 * without them. Returns whether it did something.
 */
export async function seedHistories(
  db: Db,
  { ticket_keys }: Pick<Config, 'ticket_keys'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ground = await past.claimHistories(tx)
    const kid = ticket_keys.find(({ state }) => state === 'active')?.kid
    if (ground === undefined || kid === undefined) return false
    await past.withClock(tx, () => live({ db: tx, kid, ...ground }))
    return true
  })
}

/** The events, oldest first, since a wallet's movements are in order. */
async function live(stage: money.Stage): Promise<void> {
  const { db } = stage
  const adaBooks = await join(stage, adasAccount, 240, null)
  const balaBooks = await join(stage, balasAccount, 60, adaBooks.id)
  await past.knowPeople(stage, adaBooks.id, [ada, obinna, chisom], ifeoma)

  const out = { from: 'lagos', to: 'enugu', riders: [ada, obinna], booked_before: 4 }
  await book(stage, adaBooks, { ...out, days: -232, pays: 'paystack' })
  const back = { from: 'enugu', to: 'lagos', riders: [ada, obinna], booked_before: 9 }
  await book(stage, adaBooks, { ...back, days: -225, pays: 'flutterwave' })
  const alone = { from: 'lagos', riders: [ada], booked_before: 2 }
  await book(stage, adaBooks, { ...alone, to: 'ibadan', days: -151, pays: 'paystack' })
  await topUp(stage, adaBooks, 4_000_000, -120)
  await book(stage, adaBooks, { ...alone, to: 'benin-city', days: -96, pays: 'wallet' })
  const north = { from: 'abuja', to: 'kaduna', riders: [bala], booked_before: 1 }
  await book(stage, balaBooks, { ...north, days: -48, pays: 'paystack' })
  await past.setClock(db, -48)
  await sweepRewards(db)
  await book(stage, adaBooks, { ...alone, to: 'abuja', days: -33, pays: 'flutterwave' })

  const east = { ...alone, to: 'port-harcourt', days: 9, booked_before: 15 }
  await cancel(stage, await book(stage, adaBooks, { ...east, pays: 'paystack' }), -4)
  const next = { from: 'lagos', to: 'abuja', riders: [ada, chisom], days: 3, booked_before: 5 }
  await book(stage, adaBooks, { ...next, pays: 'paystack' })
  // Bala finds this one among his bookings without an account.
  const guest = { ...balaBooks, id: null }
  await book(stage, guest, { ...north, days: 5, booked_before: 6, pays: 'flutterwave' })

  await past.setClock(db, 0)
  await sweepRewards(db)
  await redeem(db, adaBooks.id, leastRedeemed)
}

async function join(
  { db, seed }: money.Stage,
  { full_name, email, phone }: (typeof demoPeople)[number],
  days_ago: number,
  referrer_id: string | null,
) {
  const id = seedId(seed, `person ${email}`)
  await past.joinDaysAgo(db, id, days_ago, referrer_id)
  return { id, full_name, email, phone }
}

interface Booked {
  id: string
  seats: number[]
  fare: Fare
}

/** Books and pays a trip; a past one is then dated. */
async function book(
  stage: money.Stage,
  booker: past.Booker,
  journey: past.Journey,
): Promise<Booked> {
  const { db, seed } = stage
  const about = `${booker.email} ${journey.from} ${journey.to} ${journey.days}`
  const id = seedId(seed, `booking ${about}`)
  await past.setClock(db, journey.days - journey.booked_before)
  const part = await (journey.days < 0 ? past.pastTrip : past.comingTrip)(stage, journey, about)
  const types = journey.riders.map((rider) => rider.passenger_type)
  const fare = await priceOf(db, part, types)
  const seats = await past.hold(db, { id, about, seed }, booker, part, types, fare)
  await past.seat(db, id, booker, journey.riders, seats, ifeoma)
  if (journey.pays === 'wallet') await money.payFromWallet(stage, id, booker.id, about)
  else
    await payAtStandIn(
      stage,
      booker,
      { thing: { kind: 'booking', id }, provider: journey.pays, about },
      fare.total_kobo,
    )
  await past.putInTime(db, id, journey)
  return { id, seats, fare }
}

async function priceOf(db: Db, part: past.Part, types: readonly string[]) {
  const sold = await findSellable(db, wireTripId(part))
  if (sold === undefined || sold.seat_fare_kobo === null)
    throw new Error(`${part.trip_id} has no fare`)
  const price = { seat_fare_kobo: sold.seat_fare_kobo, park_fee_kobo: sold.park_fee_kobo }
  return priceSeats(db, price, types, false, String)
}

/** Fills a wallet through a payment company. */
async function topUp(
  stage: money.Stage,
  booker: past.Booker,
  amount_kobo: number,
  days: number,
): Promise<void> {
  await past.setClock(stage.db, days)
  const what = { thing: null, provider: 'paystack', about: `${booker.email} ${days}` } as const
  await money.datePayment(stage.db, await payAtStandIn(stage, booker, what, amount_kobo), days)
}

/** Cancels a booking more than a day before departure; the refund goes to the wallet. */
async function cancel(
  { db }: money.Stage,
  { id, seats, fare }: Booked,
  days: number,
): Promise<void> {
  const cost = fare.lines
    .filter(({ code }) => code === 'seat' || code === 'park_fee')
    .reduce((sum, line) => sum + line.amount_kobo, 0)
  const back_kobo = cost - Math.round((cost * refundTiers[0].fee_percent) / 100)
  await past.setClock(db, days)
  await money.cancelToWallet(db, { id, seats, back_kobo, days })
}
