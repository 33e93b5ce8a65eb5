import type { Fare } from '#contract/fare'
import { minRedeemedPoints } from '#contract/rewards/rules'
import { refundTiers } from '#contract/policy'
import type { Config } from '#server/config'
import { type Db, inTransaction } from '#server/db/client'
import * as history from '#demo/country/histories'
import * as moneyHistory from '#demo/country/history-money'
import { demoPeople } from '#demo/country/people'
import { makeSeedId } from '#demo/country/random'
import { priceSeats } from '#server/rooms/bookings'
import { convertPointsToMoney, sweepRewards } from '#server/rooms/rewards'
import { findSellableByWireId, makeTripId } from '#server/rooms/trips'
import { payAtStandIn } from './payment.ts'

const [adasAccount, balasAccount] = demoPeople
const home = '14 Bode Thomas Street, Surulere, Lagos'
const ada: history.SeedPassenger = {
  full_name: adasAccount.full_name,
  gender: 'female',
  passenger_type: 'adult',
  phone: adasAccount.phone,
  address: home,
}
const obinna: history.SeedPassenger = {
  full_name: 'Obinna Okafor',
  gender: 'male',
  passenger_type: 'adult',
  phone: '+2347009254003',
  address: home,
}
const chisom: history.SeedPassenger = {
  full_name: 'Chisom Okafor',
  gender: 'female',
  passenger_type: 'child',
  phone: null,
  address: home,
}
const bala: history.SeedPassenger = {
  full_name: balasAccount.full_name,
  gender: 'male',
  passenger_type: 'adult',
  phone: balasAccount.phone,
  address: '5 Ahmadu Bello Way, Kaduna',
}
const ifeoma: history.SeedNextOfKin = {
  full_name: 'Ifeoma Okafor',
  phone: '+2347009254009',
  relationship: 'sibling',
}

/**
 * Gives the people of the demo country past and coming trips, once and in one transaction. Uses the functions of the
 * product. Does nothing without demo people. Returns whether it did something.
 */
export async function seedHistories(
  db: Db,
  { ticket_keys }: Pick<Config, 'ticket_keys'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ground = await history.claimHistories(tx)
    const kid = ticket_keys.find(({ state }) => state === 'active')?.kid
    if (ground === undefined || kid === undefined) return false
    await history.withClock(tx, () => live({ db: tx, kid, ...ground }))
    return true
  })
}

/** Writes the events of the histories, oldest first, since a wallet's movements must be in order of time. */
async function live(stage: moneyHistory.HistoryContext): Promise<void> {
  const { db } = stage
  const adaBooks = await join(stage, adasAccount, 240, null)
  const balaBooks = await join(stage, balasAccount, 60, adaBooks.id)
  await history.saveTravellersAndKin(stage, adaBooks.id, [ada, obinna, chisom], ifeoma)

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
  await history.setClock(db, -48)
  await sweepRewards(db)
  await book(stage, adaBooks, { ...alone, to: 'abuja', days: -33, pays: 'flutterwave' })

  const east = { ...alone, to: 'port-harcourt', days: 9, booked_before: 15 }
  await cancel(stage, await book(stage, adaBooks, { ...east, pays: 'paystack' }), -4)
  const next = { from: 'lagos', to: 'abuja', riders: [ada, chisom], days: 3, booked_before: 5 }
  await book(stage, adaBooks, { ...next, pays: 'paystack' })
  // Bala finds this booking among those that he made without an account.
  const guest = { ...balaBooks, id: null }
  await book(stage, guest, { ...north, days: 5, booked_before: 6, pays: 'flutterwave' })

  await history.setClock(db, 0)
  await sweepRewards(db)
  await convertPointsToMoney(db, adaBooks.id, minRedeemedPoints)
}

async function join(
  { db, seed }: moneyHistory.HistoryContext,
  { full_name, email, phone }: (typeof demoPeople)[number],
  days_ago: number,
  referrer_id: string | null,
) {
  const id = makeSeedId(seed, `person ${email}`)
  await history.backdateAccount(db, id, days_ago, referrer_id)
  return { id, full_name, email, phone }
}

interface SeedBooking {
  id: string
  seats: number[]
  fare: Fare
}

/** Books and pays a trip, and sets the dates of a past one. */
async function book(
  stage: moneyHistory.HistoryContext,
  booker: history.Booker,
  journey: history.Journey,
): Promise<SeedBooking> {
  const { db, seed } = stage
  const about = `${booker.email} ${journey.from} ${journey.to} ${journey.days}`
  const id = makeSeedId(seed, `booking ${about}`)
  await history.setClock(db, journey.days - journey.booked_before)
  const part = await (journey.days < 0 ? history.insertPastTrip : history.findComingTrip)(
    stage,
    journey,
    about,
  )
  const types = journey.riders.map((rider) => rider.passenger_type)
  const fare = await priceTripPart(db, part, types)
  const hold = { id, about, seed }
  const { seats } = await history.holdNeighbouringSeats(db, hold, booker, part, types, fare)
  await history.saveSeatedTravellers(db, id, booker, journey.riders, seats, ifeoma)
  if (journey.pays === 'wallet') await moneyHistory.payFromWallet(stage, id, booker.id, about)
  else
    await payAtStandIn(
      stage,
      booker,
      { thing: { kind: 'booking', id }, provider: journey.pays, about },
      fare.total_kobo,
    )
  await history.backdateBooking(db, id, journey)
  return { id, seats, fare }
}

/** Prices seats of a departure for these types of travellers. */
export async function priceTripPart(db: Db, part: history.SeedTripPart, types: readonly string[]) {
  const sold = await findSellableByWireId(db, makeTripId(part))
  const seat_fare_kobo = sold?.seat_fare_kobo ?? null
  if (sold === undefined || seat_fare_kobo === null) throw new Error(`${part.trip_id} has no fare`)
  return priceSeats({ ...sold, seat_fare_kobo }, types, false, String)
}

/** Adds money to a wallet through a payment company. */
async function topUp(
  stage: moneyHistory.HistoryContext,
  booker: history.Booker,
  amount_kobo: number,
  days: number,
): Promise<void> {
  await history.setClock(stage.db, days)
  const what = { thing: null, provider: 'paystack', about: `${booker.email} ${days}` } as const
  await moneyHistory.backdatePayment(
    stage.db,
    await payAtStandIn(stage, booker, what, amount_kobo),
    days,
  )
}

/** Cancels a booking more than a day before departure; the refund goes to the wallet. */
async function cancel(
  { db }: moneyHistory.HistoryContext,
  { id, seats, fare }: SeedBooking,
  days: number,
): Promise<void> {
  const cost = fare.lines
    .filter(({ code }) => code === 'seat' || code === 'park_fee')
    .reduce((sum, line) => sum + line.amount_kobo, 0)
  const back_kobo = cost - Math.round((cost * refundTiers[0].fee_percent) / 100)
  await history.setClock(db, days)
  await moneyHistory.cancelAndRefundToWallet(db, { id, seats, back_kobo, days })
}
